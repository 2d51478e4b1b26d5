/**
 * With which settings does the embedded PostgreSQL run?
 *
 * Posthorn writes `posthorn.conf` at every start. The operator's `postgresql.conf` includes it, and
 * settings below the include win. Durability (fsync, full_page_writes, synchronous_commit) stays at
 * PostgreSQL's defaults, which are on: a 2xx to a sender depends on them.
 */

/** PostgreSQL listens only on a socket inside the data directory; the port is just part of the socket's file name. */
export const SOCKET_PORT = 5432;

/** What PostgreSQL takes for pages, unless memory is limited (memory.ts). All its processes share it. */
export const BUFFER_BYTES = 256 * 1024 * 1024;

export const posthornConf = (
  bufferBytes: number,
  connections: number,
) => `# Written by Posthorn at every start. Put your own settings into postgresql.conf, below the include.

# No network: one Unix socket in the data directory itself, which only its owner may enter.
listen_addresses = ''
port = ${SOCKET_PORT}
unix_socket_directories = '.'
unix_socket_permissions = 0700
password_encryption = 'scram-sha-256'
# One process of Posthorn opens up to 31, several up to 24 each; the rest is for whoever looks or backs up.
max_connections = ${connections}

# Memory and plans: short statements over recent days; compiling them costs more than it saves.
shared_buffers = ${Math.floor(bufferBytes / 1024)}kB
huge_pages = off
jit = off

# Write-ahead log: few, even checkpoints. The build knows no lz4, and pglz costs more CPU than it saves.
max_wal_size = 2GB
min_wal_size = 256MB
checkpoint_timeout = 15min
checkpoint_completion_target = 0.9
wal_compression = off

# Append-heavy day partitions: small steps, often, so that the visibility map and statistics stay fresh.
autovacuum_naptime = 20s
autovacuum_vacuum_scale_factor = 0.05
autovacuum_vacuum_insert_scale_factor = 0.1
autovacuum_analyze_scale_factor = 0.05
autovacuum_vacuum_cost_limit = 1000

# The log goes to postgres.log beside this directory, without statements or row contents: those may hold
# senders' data and secrets.
log_checkpoints = off
log_min_error_statement = panic
log_error_verbosity = terse
log_line_prefix = '%m [%p] '
timezone = 'UTC'
log_timezone = 'UTC'
`;

export const POSTGRESQL_CONF = `include 'posthorn.conf'
# Your own settings go below this line; they win over posthorn.conf.
`;

/** Only the gateway's own role may log in; the superuser that initdb creates cannot log in at all. */
export const PG_HBA_CONF = `# TYPE  DATABASE  USER      METHOD
local   all       posthorn  scram-sha-256
`;
