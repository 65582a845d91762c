package site;

import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Api {
  // Tokens say which API they are for; those for another one must not be accepted.
  private static final String AUDIENCE = "{{API}}";

  public static void main(String[] arguments) {
    SpringApplication.run(Api.class, arguments);
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .build();
  }

  // Spring takes tokens of the type JWT only, signed with RS256, until it is told otherwise.
  @Bean
  JwtDecoder decoder(@Value("${AUTH_TOLLGATE_ISSUER}") String issuer) {
    var decoder = NimbusJwtDecoder.withJwkSetUri(issuer + "/oauth/jwks")
        .jwsAlgorithm(SignatureAlgorithm.ES256)
        .validateType(false)
        .build();
    decoder.setJwtValidator(
        JwtValidators.createAtJwtValidator().issuer(issuer).audience(AUDIENCE).build());
    return decoder;
  }

  @GetMapping("/")
  Map<String, String> home(@AuthenticationPrincipal Jwt visitor) {
    return Map.of("sub", visitor.getSubject());
  }
}
