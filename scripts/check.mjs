import { checkSteps, runSteps } from './support/steps.mjs'
import { summary } from './support/totals.mjs'

// `npm run check`: the quick steps of `npm test`.
const totals = await runSteps(checkSteps(process.execPath))
console.log(`\n${summary(totals)}`)
process.exitCode = totals.failed > 0 ? 1 : 0
