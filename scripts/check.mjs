import { allSteps, runSteps } from './support/steps.mjs'

// `npm run check`: the quick steps of `npm test`.
await runSteps(allSteps(process.execPath, (line) => console.log(line)).quick)
