/**
 * Codes of SQLite, PostgreSQL and sockets for a database that is busy, full, starting, stopping or unreachable, or that
 * took too long.
 */
const codes =
  /^(SQLITE_(BUSY|FULL|IOERR|LOCKED|READONLY)|08\w{3}$|25P0[34]$|53\w{3}$|57014$|57P0[1235]$|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$)/
/** What the PostgreSQL client says of a connection that is broken or closed; such errors have no code. */
const messages =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout|timeout e)/

/** Returns whether an error means that the database cannot serve at the moment, whatever the query. */
export const isDatabaseAway = ({ code, message }: Error & { code?: unknown }): boolean =>
  (typeof code === 'string' && codes.test(code)) || messages.test(message)
