const beat = 10_000
/** A beat this late, in ms, means that the machine slept; busy and hidden tabs are delayed less. */
const slept = 120_000

/** Calls `act` when the machine wakes up. No event says so; a timer notices the missing time. */
export function onWaking(act: () => void) {
  let due = Date.now() + beat
  setInterval(() => {
    if (Date.now() > due + slept) act()
    due = Date.now() + beat
  }, beat)
}
