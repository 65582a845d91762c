package site;

import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.HtmlUtils;

@SpringBootApplication
@RestController
public class Site {
  @Value("${AUTH_TOLLGATE_ISSUER}") String issuer;
  @Value("${AUTH_TOLLGATE_REDIRECT_URI}") URI redirectUri;
  @Value("${TOLLGATE_API_KEY}") String apiKey;

  public static void main(String[] arguments) {
    SpringApplication.run(Site.class, arguments);
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signOut.setPostLogoutRedirectUri(redirectUri.resolve("/").toString());
    return http
        .authorizeHttpRequests(requests -> requests.requestMatchers("/").permitAll().anyRequest().authenticated())
        .oauth2Login(signIn -> signIn
            .redirectionEndpoint(endpoint -> endpoint.baseUri(redirectUri.getPath()))
            .defaultSuccessUrl("/", true))
        .logout(logout -> logout.logoutUrl("/signout").logoutSuccessHandler(signOut))
        .build();
  }

  @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
  String home(@AuthenticationPrincipal OidcUser user, CsrfToken csrf, @RequestParam(defaultValue = "") String message) {
    if (user == null) {
      return "<a href='/oauth2/authorization/tollgate'>Sign in</a>";
    }
    return """
        <p>%s, %s</p>
        <p>Customer for the curl commands, $SUB: <code>%s</code></p>
        <p>%s</p>
        <form method="post" action="/spend">%5$s<button>Spend 5 credits</button></form>
        <form method="post" action="/signout">%5$s<button>Sign out</button></form>
        """.formatted(escaped(user.getFullName()), escaped(user.getEmail()), escaped(user.getSubject()),
            escaped(message), "<input type=hidden name=_csrf value='" + csrf.getToken() + "'>");
  }

  @PostMapping(path = "/spend", produces = MediaType.TEXT_HTML_VALUE)
  String spend(@AuthenticationPrincipal OidcUser user, CsrfToken csrf) {
    var answer = RestClient.create().post().uri(issuer + "/v1/spends")
        .header("Authorization", "Bearer " + apiKey)
        // One key for each job: a repeated request with the same key never charges twice.
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .contentType(MediaType.APPLICATION_JSON)
        .body(Map.of(
            "customer", Map.of("sub", user.getSubject()),
            "amount", 5,
            "description", "One picture"))
        .exchange((request, response) -> response.bodyTo(Answer.class));
    return home(user, csrf, answer.balance() == null ? answer.title() : answer.balance().available() + " credits left");
  }

  record Answer(String title, Balance balance) {}

  record Balance(long available) {}

  private static String escaped(String text) {
    return text == null ? "" : HtmlUtils.htmlEscape(text);
  }
}
