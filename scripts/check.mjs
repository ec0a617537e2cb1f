import { runSteps } from './support/run-steps.mjs'
import { allSteps } from './support/steps.mjs'

// The quick half of `npm test`.
await runSteps(allSteps(process.execPath, (line) => console.log(line)).quick)
