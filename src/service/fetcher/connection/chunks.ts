/** Chromium reads no longer line between chunks. */
const maxLine = 16_384

/**
 * Rewrites the chunks of a body in the strict form that Node's parser accepts, read as Chromium reads them: lines that
 * end in LF alone, spaces after a size, and anything after a semicolon. What isn't a chunk passes on, so that the
 * parser refuses it.
 */
export class Chunks {
  private state: 'size' | 'data' | 'end of data' | 'trailer' | 'done' = 'size'
  /** The beginning of a line whose end has not arrived. */
  private line = ''
  private left = 0

  /** Reads bytes as text, because a body can come in chunks of one byte, and a buffer for each takes much memory. */
  take(bytes: Buffer): Buffer {
    const text = this.line + bytes.toString('latin1')
    this.line = ''
    let strict = ''
    for (let at = 0; at < text.length;) {
      if (this.state === 'done') {
        strict += text.slice(at)
        break
      }
      if (this.state === 'data') {
        const data = text.slice(at, at + this.left)
        strict += data
        at += data.length
        this.left -= data.length
        if (this.left === 0) this.state = 'end of data'
        continue
      }
      const end = text.indexOf('\n', at) + 1 || text.length
      const line = text.slice(at, end)
      at = end
      if (line.endsWith('\n') || line.length > maxLine) strict += this.readLine(line)
      else this.line = line
    }
    return Buffer.from(strict, 'latin1')
  }

  /** Returns the line in its strict form, or as it is if it's none. */
  private readLine(line: string): string {
    const end = line.endsWith('\n') ? line.length - 1 : line.length
    const text = line.slice(0, line[end - 1] === '\r' ? end - 1 : end)
    if (this.state === 'trailer') {
      if (text === '') this.state = 'done'
      // Nobody reads trailers.
      return text === '' ? '\r\n' : ''
    }
    if (this.state === 'end of data' && text === '') {
      this.state = 'size'
      return '\r\n'
    }
    const size = this.state === 'size' ? /^([\da-f]{1,13}) *(?:;.*)?$/is.exec(text)?.[1] : undefined
    if (size === undefined || line.length > maxLine) {
      this.state = 'done'
      return line
    }
    this.left = Number.parseInt(size, 16)
    this.state = this.left === 0 ? 'trailer' : 'data'
    return `${size}\r\n`
  }
}
