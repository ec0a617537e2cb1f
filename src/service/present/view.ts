import type { View } from '#contract/lists/views.ts'
import type { ViewRecord } from '#service/store/views.ts'

export function presentView(view: ViewRecord): View {
  return {
    id: view.id,
    name: view.name,
    list: view.list,
    query: view.query,
    position: view.position,
    created_at: view.created_at,
    updated_at: view.updated_at,
  }
}
