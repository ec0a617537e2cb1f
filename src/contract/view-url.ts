/** Returns the URL of a saved view of reports in the dashboard. A view that was deleted has no `viewId`. */
export function viewUrlOf({ viewId, query }: { viewId: number | null; query: string }, origin: string): string {
  const search = [viewId === null ? '' : `view=${viewId}`, query].filter(Boolean).join('&')
  return `${origin}/reports${search && `?${search}`}`
}
