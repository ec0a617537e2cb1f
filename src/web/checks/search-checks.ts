import { categoryLabels, type CheckInfo } from '#contract/analysis.ts'

/** The checks whose texts have every word of `search`, whatever their case. */
export function searchChecks(checks: readonly CheckInfo[], search: string): CheckInfo[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return checks.filter((check) => {
    const { id, category, title_pass, title_fail, why, how, thresholds, reference } = check
    const all = [id, categoryLabels[category], title_pass, title_fail, why, how, thresholds, reference?.label]
      .join('\n')
      .toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
}
