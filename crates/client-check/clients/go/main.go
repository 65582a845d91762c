// A website's first back end in Go, over the client that OpenAPI Generator makes of the contract.
package main

import (
	"context"
	"fmt"
	"os"

	tollgate "example.com/tollgate"
)

func main() {
	base, key, token := os.Args[1], os.Args[2], os.Args[3]
	configuration := tollgate.NewConfiguration()
	configuration.Servers[0].URL = base
	api := tollgate.NewAPIClient(configuration)
	backEnd := context.WithValue(context.Background(), tollgate.ContextAccessToken, key)
	person := context.WithValue(context.Background(), tollgate.ContextAccessToken, token)

	customer := tollgate.CustomerRef{ExternalId: tollgate.PtrString("user-go")}
	grant := tollgate.NewGrantRequest(100, customer, tollgate.GRANTKIND_PROMO)
	grant.SetReason("Welcome")
	granted, _, err := api.CreditsAPI.GrantCredits(backEnd).IdempotencyKey("go-grant").GrantRequest(*grant).Execute()
	must(err)
	expect(granted.Transaction.Amount == 100, "the grant adds 100 credits")

	spend := tollgate.NewSpendRequest(customer)
	spend.Amount = tollgate.PtrInt64(5)
	for range 2 {
		spent, _, err := api.CreditsAPI.SpendCredits(backEnd).IdempotencyKey("go-spend").SpendRequest(*spend).Execute()
		must(err)
		expect(spent.Balance.Available == 95, "the repeated key charges once")
	}

	spend.Amount = tollgate.PtrInt64(500)
	_, response, err := api.CreditsAPI.SpendCredits(backEnd).IdempotencyKey("go-too-much").SpendRequest(*spend).Execute()
	expect(err != nil && response.StatusCode == 402, "a balance that is too small is a 402")
	problem, ok := err.(*tollgate.GenericOpenAPIError).Model().(tollgate.Problem)
	expect(ok && problem.GetShortfall() == 405, "the problem has the shortfall")

	page, _, err := api.CustomersAPI.ListCustomers(backEnd).Execute()
	must(err)
	expect(len(page.Items) >= 1, "the list has the customer")

	me, _, err := api.MeAPI.GetMe(person).Execute()
	must(err)
	expect(me.Id == "usr_1", "the person's token is sent")
	fmt.Println("done")
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func expect(isTrue bool, what string) {
	if !isTrue {
		fmt.Fprintln(os.Stderr, "failed:", what)
		os.Exit(1)
	}
}
