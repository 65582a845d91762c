//! Each test here is one journey with real processes of both services.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a journey that cannot go on stops and says where"
)]

mod a_backend_spends;
mod a_visitor_signs_in;
mod an_agent_finds_its_way;
mod an_mcp_client_calls_a_tool;
mod an_owner_registers;
mod behind_a_gateway;
mod behind_a_pooler;
mod client_libraries;
mod commands;
mod contracts_hold;
mod crash;
mod crashes;
mod keys_rotate;
mod keys_withdrawn;
mod log_pipes;
mod many_spends_at_once;
mod operating;
mod pretend_bank;
mod restores;
mod rolling_restart;
mod sale_steps;
mod sales_keep_secrets;
mod sales_survive_kills;
mod starting;
mod the_operator_switches;
mod the_whole_story;
mod tokens_of_the_ended;
mod under_tls;
mod unknown_addresses;
mod user_deletion;
