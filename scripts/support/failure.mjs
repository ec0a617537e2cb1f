/** An error whose message is enough for the user. It is printed without a stack. */
export class Failure extends Error {}

/**
 * Runs a script's main function. An error is printed and sets exit code 1.
 * @param {() => Promise<unknown>} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exitCode = 1
  }
}
