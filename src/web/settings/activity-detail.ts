import type { AuditRow } from '#contract/audit.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { keysWords } from './key-words.ts'

/** Actions whose details are words. Other details can begin with a URL, a name or the ID of a check. */
const inWords = /^(alert_rule|schedule|website|view)_/

/**
 * Returns the details of an event as they are shown. Those of a key begin with its role, those of alerts with the names
 * of their conditions up to a semicolon.
 */
export function detailText({ action, object, detail }: Pick<AuditRow, 'action' | 'object' | 'detail'>): string | null {
  if (!detail) return null
  if (object?.kind === 'key') return detail.replace(/^(full|read)\b/, (role) => keysWords.roles[role as KeyRole])
  if (!inWords.test(action)) return detail
  const words = action.startsWith('alert_rule_')
    ? detail.replace(/^[^;]+/, (conditions) => conditions.replaceAll('_', ' '))
    : detail
  return words.charAt(0).toUpperCase() + words.slice(1)
}
