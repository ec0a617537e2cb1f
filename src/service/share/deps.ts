import type { Unlocker } from '#service/access/unlock.ts'
import type { HttpDeps } from '#service/http/deps.ts'

export type ShareDeps = HttpDeps & { unlocker: Unlocker }
