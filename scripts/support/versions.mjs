/** The oldest Node that runs the service: strips types by itself and has argon2. */
export const oldestNode = '24.7.0'

/** The Node that is fetched when the machine's is older. */
export const pinnedNode = '24.21.0'

/** @param {string} version such as `v24.7.0` or `24.7.0-rc.1` */
function numbersOf(version) {
  return (/^v?([\d.]+)/.exec(version.trim())?.[1] ?? '').split('.').map(Number)
}

/**
 * Negative when `a` is older than `b`, 0 when they are the same release, positive when it is newer.
 * @param {string} a
 * @param {string} b
 */
export function compareVersions(a, b) {
  const left = numbersOf(a)
  const right = numbersOf(b)
  for (let part = 0; part < 3; part += 1) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** @param {string} version */
export function isNewEnough(version) {
  return /^v?\d+\.\d+\.\d+/.test(version.trim()) && compareVersions(version, oldestNode) >= 0
}
