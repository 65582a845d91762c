//! Redis scripts that change a session and its index entry in one atomic step.
//!
//! A script that writes names its engine in its first line, so that Redis refuses it at `maxmemory` before its first
//! command (Redis 7.0). Redis would else run it to its end as soon as one of its commands frees memory. A script that
//! ends sessions has no such line: it must run at the limit too.

/// Stores a session and its index entry, ends those beyond the maximum, and returns the ended ones.
pub(super) const INSERT: &str = "#!lua
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[5])
local ended = {}
local over = redis.call('ZCARD', KEYS[2]) + 1 - tonumber(ARGV[6])
if over > 0 then
  for _, digest in ipairs(redis.call('ZRANGE', KEYS[2], 0, over - 1)) do
    local value = redis.call('GETDEL', '{session:' .. digest .. '}')
    if value then ended[#ended + 1] = value end
    redis.call('ZREM', KEYS[2], digest)
  end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return ended";
/// Writes a session again if it still exists.
pub(super) const EXTEND: &str = "#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1";
/// Replaces a session with another one of the same user, if it still exists.
pub(super) const ROTATE: &str = "#!lua
if redis.call('DEL', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('ZREM', KEYS[3], ARGV[5])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[4])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
return 1";
/// Ends one session and returns it.
pub(super) const DELETE: &str = "
local value = redis.call('GETDEL', KEYS[1])
if value then
  redis.call('ZREM', '{sessions-of:' .. cjson.decode(value)['user_id'] .. '}', ARGV[1])
end
return value";
/// Returns the sessions of the index up to a position, the one that ends first at the front.
pub(super) const OF_USER: &str = "
local found = {}
for _, digest in ipairs(redis.call('ZRANGE', KEYS[1], 0, ARGV[1])) do
  local value = redis.call('GET', '{session:' .. digest .. '}')
  if value then found[#found + 1] = value end
end
return found";
/// Ends sessions of the index and returns them: all, all but one, or one.
pub(super) const DELETE_OF_USER: &str = "
local ended = {}
for _, digest in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local key = '{session:' .. digest .. '}'
  local value = redis.call('GET', key)
  local taken = true
  if value and ARGV[1] ~= 'all' then
    local is_named = cjson.decode(value)['sid'] == ARGV[2]
    taken = (ARGV[1] == 'one') == is_named
  end
  if taken then
    redis.call('DEL', key)
    redis.call('ZREM', KEYS[1], digest)
    if value then ended[#ended + 1] = value end
  end
end
return ended";
