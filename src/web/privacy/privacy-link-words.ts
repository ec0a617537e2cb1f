/** The privacy of a website beside its name. */
export const privacyLinkWords = {
  unknown: 'Privacy unknown',
  change: 'Change privacy',
}
