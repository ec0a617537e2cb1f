import type { CheckInfo } from '#contract/reports/analysis.ts'
import { humanise } from '#web/ui/humanise.ts'

/** The name of a check in the server's catalogue, or else its ID in plain words. */
export const checkNameIn = (catalogue: readonly CheckInfo[] | undefined, id: string): string =>
  catalogue?.find((check) => check.id === id)?.name ?? humanise(id)
