import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CreditsApi;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.api.MeApi;
import org.openapitools.client.model.CustomerRef;
import org.openapitools.client.model.GrantKind;
import org.openapitools.client.model.GrantRequest;
import org.openapitools.client.model.SpendRequest;

/** A website's first back end in Java, over the client that OpenAPI Generator makes of the contract. */
public final class BackEnd {
    public static void main(String[] arguments) throws ApiException {
        ApiClient backEnd = client(arguments[0], arguments[1]);
        ApiClient person = client(arguments[0], arguments[2]);
        CreditsApi credits = new CreditsApi(backEnd);
        CustomerRef customer = new CustomerRef().externalId("user-java");

        GrantRequest grant = new GrantRequest().customer(customer).amount(100L).kind(GrantKind.PROMO).reason("Welcome");
        expect(credits.grantCredits("java-grant", grant, null, null).getTransaction().getAmount() == 100, "grant");

        SpendRequest spend = new SpendRequest().customer(customer).amount(5L);
        for (int attempt = 0; attempt < 2; attempt++) {
            expect(credits.spendCredits("java-spend", spend).getBalance().getAvailable() == 95, "repeated key");
        }

        try {
            credits.spendCredits("java-too-much", new SpendRequest().customer(customer).amount(500L));
            expect(false, "402");
        } catch (ApiException refused) {
            expect(refused.getCode() == 402 && refused.getResponseBody().contains("\"shortfall\":405"), "402");
        }

        expect(!new CustomersApi(backEnd).listCustomers(null, null, null, null, null, null, null, null, null, null, null, null).getItems().isEmpty(), "customers");
        expect(new MeApi(person).getMe(null).getId().equals("usr_1"), "me");
        System.out.println("done");
    }

    private static ApiClient client(String base, String token) {
        ApiClient client = new ApiClient();
        client.setBasePath(base);
        client.setBearerToken(token);
        return client;
    }

    private static void expect(boolean isTrue, String what) {
        if (!isTrue) {
            throw new IllegalStateException("failed: " + what);
        }
    }
}
