/** The links of the sidebar that load after the others. */
export const sidebarWords = {
  alerts: 'Alerts',
  links: 'Share links',
}
