import { start } from '#service/start.ts'
import { handleEnds } from '#service/stop.ts'

// The service as `main.ts` starts it, but it soon ends what still runs when it is stopped.
await start(handleEnds({ requestsMs: 500, connectionsMs: 500, closingMs: 2_000 }))
