import { type LogoType, logoTypes, maxLogoBytes } from '#contract/brand.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import type { Logo } from '#service/store/brand.ts'

/**
 * Reads a logo from a data URL. The dashboard shows logos as `<img>` only, where browsers run no scripts of an SVG and load
 * nothing for it, so an SVG is stored as it is. Only entities are refused, because they can expand without limit.
 */
export function readLogo(dataUrl: string): Logo | FieldProblem {
  const [head = '', base64 = ''] = dataUrl.split(',', 2)
  const type = logoTypes.find((one) => head === `data:${one};base64`)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxLogoBytes) return { field: 'image', code: 'too_long' }
  return type && isOfType(bytes, type) ? { bytes, type } : { field: 'image', code: 'invalid_image' }
}

function isOfType(bytes: Buffer, type: LogoType): boolean {
  if (type === 'image/png') return bytes.subarray(0, 8).equals(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]))
  if (type === 'image/jpeg') return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const text = bytes.toString('utf8')
  return (
    /^(?:\uFEFF)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^[>]*>\s*)*<svg[\s>]/i.test(text) &&
    !/<!ENTITY/i.test(text)
  )
}
