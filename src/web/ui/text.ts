/** Names invisible characters and those that reverse a line, as "[U+202E]", so that they can't disguise a text. */
export const showInvisible = (text: string) =>
  text.replace(
    /(?![\n\r\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu,
    (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
