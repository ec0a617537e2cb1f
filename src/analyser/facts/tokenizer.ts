import { html, InsertionMode, type Parser, Token, Tokenizer, TokenizerMode } from 'parse5'
import { nameAt, nextHash } from './known-names.ts'

const ampersand = 0x26
const lineFeed = 0x0a
const carriageReturn = 0x0d
const lessThan = 0x3c
const solidus = 0x2f
const equalsSign = 0x3d
const greaterThan = 0x3e
const space = 0x20
const quote = 0x22
const apostrophe = 0x27

/** Whether a character stands for itself alone, where `end` is what ends the run. The end of the page is -1. */
const isPlain = (unit: number, end: number) => unit > 0 && unit !== end && unit !== ampersand && unit !== carriageReturn

/** Attributes of a tag that are taken at once; further ones go parse5's way, which has no quadratic look for duplicates. */
const mostTaken = 32

const isLetter = (unit: number) => unit >= 0x61 && unit <= 0x7a
const isNamePart = (unit: number) => isLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d

/** Where the parser does with a space what it does with a letter before it. */
const spaceIsText = new Set([InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.TEXT])

/**
 * parse5's tokenizer takes every character through its state machine, and makes a token of every word and space. This one
 * leaps over runs of text, of quoted values and of names, to the same tree: an analysis takes two thirds of its time. Of all
 * positions it keeps only the offsets of start tags: the others would cost half the speed.
 */
export class LeapingTokenizer extends Tokenizer {
  private readonly endTag: Token.TagToken = {
    type: Token.TokenType.END_TAG,
    tagName: '',
    tagID: html.TAG_ID.UNKNOWN,
    selfClosing: false,
    ackSelfClosing: false,
    attrs: [],
    location: null,
  }

  /** Attributes of the tag that is being read. An array that is pushed to takes room for 17, which few tags need. */
  private readonly attributes: Token.Attribute[] = []
  private taken = 0

  /** Only the tokens of start tags are made one character after they began. */
  protected override getCurrentLocation(offset: number): Token.Location | null {
    if (offset !== 1) return null
    const offsets: Pick<Token.Location, 'startOffset' | 'endOffset'> = {
      startOffset: this.preprocessor.offset - 1,
      endOffset: 0,
    }
    return offsets as Token.Location
  }

  /** As parse5 does it, without lines and columns. */
  protected override prepareToken(token: Token.TagToken) {
    this._emitCurrentCharacterToken(null)
    this.currentToken = null
    this.currentLocation = null
    if (token.location) token.location.endOffset = this.preprocessor.offset + 1
  }

  protected override _stateData(cp: number) {
    if (cp !== lessThan) return super._stateData(cp)
    const { html, pos } = this.preprocessor
    const next = html.charCodeAt(pos + 1)
    if (isLetter(next)) {
      this.preprocessor.pos = pos + 1
      super._stateTagOpen(next)
    } else if (next === solidus && isLetter(html.charCodeAt(pos + 2))) {
      this.preprocessor.pos = pos + 2
      super._stateEndTagOpen(html.charCodeAt(pos + 2))
    } else super._stateData(cp)
  }

  /** The parser keeps no end tag beyond its call, so there is one for all. */
  protected override _createEndTagToken() {
    this._flushRun('')
    const { endTag } = this
    endTag.tagName = ''
    endTag.selfClosing = false
    if (endTag.attrs.length > 0) endTag.attrs = []
    this.currentToken = endTag
  }

  protected override _emitCodePoint(cp: number) {
    const type = this.state <= TokenizerMode.SCRIPT_DATA ? this.currentCharacterToken?.type : undefined
    if (
      type === Token.TokenType.CHARACTER &&
      isPlain(cp, lessThan) &&
      spaceIsText.has((this.handler as Parser<never>).insertionMode)
    )
      this.leap(cp, lessThan)
    else if (type === Token.TokenType.WHITESPACE_CHARACTER && (cp === space || cp === lineFeed)) this.leapOverSpace(cp)
    else super._emitCodePoint(cp)
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number) {
    if (isPlain(cp, quote)) this.leap(cp, quote)
    else super._stateAttributeValueDoubleQuoted(cp)
  }

  protected override _stateAttributeValueSingleQuoted(cp: number) {
    if (isPlain(cp, apostrophe)) this.leap(cp, apostrophe)
    else super._stateAttributeValueSingleQuoted(cp)
  }

  protected override _stateAttributeName(cp: number) {
    if (isNamePart(cp)) this.currentAttr.name += this.readName()
    else super._stateAttributeName(cp)
  }

  protected override _stateTagName(cp: number) {
    if (!isNamePart(cp)) return super._stateTagName(cp)
    ;(this.currentToken as Token.TagToken).tagName += this.readName()
    const { html, pos } = this.preprocessor
    const next = html.charCodeAt(pos + 1)
    if (next !== space && next !== greaterThan) return
    this.preprocessor.pos = pos + 1
    super._stateTagName(next)
    if (next === greaterThan) return
    const first = html.charCodeAt(pos + 2)
    if (!isNamePart(first)) return
    this.preprocessor.pos = pos + 2
    this._stateBeforeAttributeName(first)
  }

  protected override _stateBeforeAttributeName(cp: number) {
    if (!isNamePart(cp) || !this.readAttributes()) super._stateBeforeAttributeName(cp)
  }

  /** What was leapt over as a slice of the page, which is at hand as long as the tree is. */
  protected override _flushRun(text: string) {
    const { runStart, runEnd, currentToken: token } = this
    if (runEnd === runStart && text === '') return
    const run = this.preprocessor.html.slice(runStart, runEnd) + text
    this.runStart = runEnd
    if (token === null) (this.currentCharacterToken as Token.CharacterToken).chars += run
    else if (token.type === Token.TokenType.COMMENT) token.data += run
    else this.currentAttr.value += run
  }

  /** Takes the current character and all plain ones after it. */
  private leap(cp: number, end: number) {
    this._extendRun(cp)
    const { html, pos } = this.preprocessor
    if (html.charCodeAt(pos) === carriageReturn) return
    let at = pos + 1
    while (at < html.length && isPlain(html.charCodeAt(at), end)) at++
    this.preprocessor.pos = at - 1
    this.runEnd = at
  }

  private leapOverSpace(cp: number) {
    this._extendRun(cp)
    const { html, pos } = this.preprocessor
    if (html.charCodeAt(pos) === carriageReturn) return
    let at = pos + 1
    while (html.charCodeAt(at) === space || html.charCodeAt(at) === lineFeed) at++
    this.preprocessor.pos = at - 1
    this.runEnd = at
  }

  /** Takes the attributes from here on that are a plain name and a plain quoted value, as most are; false when there is none. */
  private readAttributes(): boolean {
    if (!this.readAttribute()) return false
    const next = this.readFurtherAttributes()
    this.handOver()
    if (next === null) super._stateAttributeValueDoubleQuoted(quote)
    else super._stateAfterAttributeValueQuoted(next)
    return true
  }

  /** The character after the last one's closing quote, or null when it is neither a space nor the end of the tag. */
  private readFurtherAttributes(): number | null {
    const { preprocessor } = this
    const { html } = preprocessor
    for (;;) {
      const next = html.charCodeAt(preprocessor.pos + 1)
      if (next !== space && next !== greaterThan) return null
      preprocessor.pos++
      if (next === greaterThan || !isNamePart(html.charCodeAt(preprocessor.pos + 1))) return next
      preprocessor.pos++
      if (this.readAttribute()) continue
      preprocessor.pos--
      return next
    }
  }

  /** From the first letter of its name to the closing quote. */
  private readAttribute(): boolean {
    const { html, pos } = this.preprocessor
    let hash = 0
    let equals = pos
    for (let unit = html.charCodeAt(pos); isNamePart(unit); unit = html.charCodeAt(++equals))
      hash = nextHash(hash, unit)
    const mark = html.charCodeAt(equals + 1)
    if (html.charCodeAt(equals) !== equalsSign || (mark !== quote && mark !== apostrophe)) return false
    let end = equals + 2
    while (end < html.length && isPlain(html.charCodeAt(end), mark)) end++
    if (html.charCodeAt(end) !== mark) return false
    this.take(nameAt(html, pos, equals, hash), html.slice(equals + 2, end))
    this.preprocessor.pos = end
    return true
  }

  private take(name: string, value: string) {
    const { attrs } = this.currentToken as Token.TagToken
    if (attrs.length > 0 || this.taken === mostTaken) {
      this.handOver()
      this._createAttr(name)
      this.currentAttr.value = value
      this._leaveAttrName()
      return
    }
    for (let at = 0; at < this.taken; at++) if (this.attributes[at]?.name === name) return
    this.attributes[this.taken++] = { name, value }
  }

  private handOver() {
    if (this.taken > 0) (this.currentToken as Token.TagToken).attrs = this.attributes.slice(0, this.taken)
    this.taken = 0
  }

  private readName(): string {
    const { html, pos } = this.preprocessor
    let hash = 0
    let at = pos
    for (let unit = html.charCodeAt(pos); isNamePart(unit); unit = html.charCodeAt(++at)) hash = nextHash(hash, unit)
    this.preprocessor.pos = at - 1
    return nameAt(html, pos, at, hash)
  }
}
