export const bannerWords = {
  offline: 'You are offline. What you see may be old; it is fetched anew when you are back.',
  limited: 'The server asks to slow down.',
  goingOn: (seconds: number) => `Going on in ${seconds} s.`,
  missing: 'A part of this page could not be loaded. Check that you are connected, then try again.',
  retry: 'Try again',
  replaced: 'A new version is ready. Reload to go on: what you typed is kept.',
  reload: 'Reload',
}
