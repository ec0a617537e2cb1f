const [lineFeed, carriageReturn] = [10, 13]
const hexDigits = Buffer.from('0123456789abcdef')

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

  /** Bytes that are strict already pass on uncopied: a body can come in chunks of one byte. */
  take(bytes: Buffer): Buffer {
    const parts: Buffer[] = []
    let from = 0
    let at = 0
    const pass = (end: number) => {
      if (end > from) parts.push(bytes.subarray(from, end))
    }
    while (at < bytes.length && this.state !== 'done') {
      if (this.state === 'data') {
        const length = Math.min(this.left, bytes.length - at)
        at += length
        this.left -= length
        if (this.left === 0) this.state = 'end of data'
        continue
      }
      const start = at
      const end = bytes.indexOf(lineFeed, at)
      at = end < 0 ? bytes.length : end + 1
      if (this.line === '' && this.readStrict(bytes, start, end)) continue
      const line = this.line + bytes.toString('latin1', start, at)
      const isOpen = end < 0 && line.length <= maxLine
      this.line = isOpen ? line : ''
      const strict = isOpen ? '' : this.readLine(line)
      if (strict === line && line.length === at - start) continue
      pass(start)
      if (strict !== '') parts.push(Buffer.from(strict, 'latin1'))
      from = at
    }
    pass(bytes.length)
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  /** Reads a line that is strict, without a copy. Returns false if it isn't, or is no size and no end of data. */
  private readStrict(bytes: Buffer, start: number, end: number): boolean {
    if (end <= start || bytes[end - 1] !== carriageReturn) return false
    if (this.state === 'end of data' && end - start === 1) {
      this.state = 'size'
      return true
    }
    if (this.state !== 'size' || end - start > 8) return false
    let size = 0
    for (let at = start; at < end - 1; at += 1) {
      const digit = hexDigits.indexOf(bytes[at]!)
      if (digit < 0) return false
      size = size * 16 + digit
    }
    if (end - start < 2 || size === 0) return false
    this.left = size
    this.state = 'data'
    return true
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
