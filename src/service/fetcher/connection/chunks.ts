const [lineFeed, carriageReturn] = [10, 13]

/** Chromium reads no longer line between chunks. */
const maxLine = 16_384

/**
 * Rewrites the chunks of a body in the strict form that Node's parser accepts, read as Chromium reads them: lines that
 * end in LF alone, spaces after a size, and anything after a semicolon. What isn't a chunk passes on, so that the
 * parser refuses it.
 */
export class Chunks {
  private state: 'size' | 'data' | 'end of data' | 'trailer' | 'done' = 'size'
  private line: Buffer = Buffer.alloc(0)
  private left = 0

  take(bytes: Buffer): Buffer {
    const parts: Buffer[] = []
    let at = 0
    while (at < bytes.length) {
      if (this.state === 'done') {
        parts.push(bytes.subarray(at))
        break
      }
      if (this.state === 'data') {
        const data = bytes.subarray(at, at + this.left)
        parts.push(data)
        at += data.length
        this.left -= data.length
        if (this.left === 0) this.state = 'end of data'
        continue
      }
      const end = bytes.indexOf(lineFeed, at)
      this.line = Buffer.concat([this.line, bytes.subarray(at, end < 0 ? bytes.length : end + 1)])
      at = end < 0 ? bytes.length : end + 1
      if (end < 0 && this.line.length <= maxLine) break
      parts.push(this.readLine())
      this.line = Buffer.alloc(0)
    }
    return Buffer.concat(parts)
  }

  /** Returns the line in its strict form, or as it is if it's none. */
  private readLine(): Buffer {
    const { line } = this
    const length = line.length - (line.at(-1) === lineFeed ? 1 : 0)
    const text = line.toString('latin1', 0, line[length - 1] === carriageReturn ? length - 1 : length)
    if (this.state === 'trailer') {
      if (text === '') this.state = 'done'
      // Nobody reads trailers.
      return Buffer.from(text === '' ? '\r\n' : '')
    }
    if (this.state === 'end of data' && text === '') {
      this.state = 'size'
      return Buffer.from('\r\n')
    }
    const size = this.state === 'size' ? /^([\da-f]{1,13}) *(?:;.*)?$/is.exec(text)?.[1] : undefined
    if (size === undefined || line.length > maxLine) {
      this.state = 'done'
      return line
    }
    this.left = Number.parseInt(size, 16)
    this.state = this.left === 0 ? 'trailer' : 'data'
    return Buffer.from(`${size}\r\n`)
  }
}
