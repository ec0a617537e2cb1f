export const bannerWords = {
  offline: 'You are offline. What you see may be old; it is fetched anew when you are back.',
  limited: (seconds: number) => `The server asks to slow down. Going on in ${seconds} s.`,
}
