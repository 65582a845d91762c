-- Makes one role and one database for each service, on the first start of an empty PostgreSQL.
-- The passwords come from the environment. Neither service can open the other's database.
\getenv idp_password POSTGRES_IDP_PASSWORD
\getenv api_password POSTGRES_API_PASSWORD

CREATE ROLE tollgate_idp LOGIN PASSWORD :'idp_password';
CREATE DATABASE tollgate_idp OWNER tollgate_idp;
REVOKE ALL ON DATABASE tollgate_idp FROM PUBLIC;

CREATE ROLE tollgate_product_api LOGIN PASSWORD :'api_password';
CREATE DATABASE tollgate_product_api OWNER tollgate_product_api;
REVOKE ALL ON DATABASE tollgate_product_api FROM PUBLIC;
