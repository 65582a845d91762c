-- Makes two roles and one database for each service, on the first start of an empty PostgreSQL. The first role owns the
-- tables and runs the migrations. The service works as the second, which reads and writes rows: it may not change a table,
-- nor drop the triggers that refuse to change what was booked and audited.
-- The passwords come from the environment. Neither service can open the other's database.
\getenv idp_password POSTGRES_IDP_PASSWORD
\getenv idp_service_password POSTGRES_IDP_SERVICE_PASSWORD
\getenv api_password POSTGRES_API_PASSWORD
\getenv api_service_password POSTGRES_API_SERVICE_PASSWORD

CREATE ROLE tollgate_idp LOGIN PASSWORD :'idp_password';
CREATE ROLE tollgate_idp_service LOGIN PASSWORD :'idp_service_password';
CREATE DATABASE tollgate_idp OWNER tollgate_idp;
REVOKE ALL ON DATABASE tollgate_idp FROM PUBLIC;
GRANT CONNECT ON DATABASE tollgate_idp TO tollgate_idp_service;

CREATE ROLE tollgate_product_api LOGIN PASSWORD :'api_password';
CREATE ROLE tollgate_product_api_service LOGIN PASSWORD :'api_service_password';
CREATE DATABASE tollgate_product_api OWNER tollgate_product_api;
REVOKE ALL ON DATABASE tollgate_product_api FROM PUBLIC;
GRANT CONNECT ON DATABASE tollgate_product_api TO tollgate_product_api_service;

\connect tollgate_idp
GRANT USAGE ON SCHEMA public TO tollgate_idp_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO tollgate_idp_service;
ALTER DEFAULT PRIVILEGES FOR ROLE tollgate_idp IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tollgate_idp_service;

\connect tollgate_product_api
GRANT USAGE ON SCHEMA public TO tollgate_product_api_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO tollgate_product_api_service;
ALTER DEFAULT PRIVILEGES FOR ROLE tollgate_product_api IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tollgate_product_api_service;
