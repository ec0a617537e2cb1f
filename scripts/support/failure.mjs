/** Something that a sentence explains better than a stack does. */
export class Failure extends Error {}

/**
 * Runs a script's main function; a failure ends it with its sentence and exit code 1.
 * @param {() => Promise<unknown>} main
 */
export async function orSayWhy(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exitCode = 1
  }
}
