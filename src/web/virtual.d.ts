// Made by `scripts/build/example-report.ts`.
declare module 'virtual:example-report' {
  const report: unknown
  export default report
}
