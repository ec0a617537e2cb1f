const beat = 10_000
/** A beat so much too late, in ms, was held up by a machine asleep, and not by a busy or hidden tab. */
const slept = 120_000

/** Calls `act` when the machine wakes up: nothing says so but the time that is missing. */
export function onWaking(act: () => void) {
  let due = Date.now() + beat
  setInterval(() => {
    if (Date.now() > due + slept) act()
    due = Date.now() + beat
  }, beat)
}
