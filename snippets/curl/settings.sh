set -a; . ./.env; set +a
SUB={{SUB}}
