export const keyDialogWords = {
  title: 'Your key is not accepted any more',
  text: 'It was revoked, has expired or is mistyped. Enter another one, and everything goes on where it was.',
  label: 'API key',
  remember: 'Remember it in this browser',
  submit: 'Use this key',
  later: 'Not now',
  empty: 'Enter a key.',
  refused: 'This key is not accepted. Check that it is whole and not revoked.',
}
