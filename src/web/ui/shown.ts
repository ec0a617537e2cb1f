/** Signs that nobody sees but that turn a line around or hide in it are named, so that what is read is what was sent. */
export const shown = (text: string) =>
  text.replace(
    /(?![\n\r\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu,
    (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
