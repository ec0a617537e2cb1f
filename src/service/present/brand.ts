import type { Brand } from '#contract/sharing/brand.ts'
import type { BrandRecord } from '#service/store/brand.ts'

export function presentBrand({ logo, updated_at, ...brand }: BrandRecord): Brand {
  return {
    name: brand.name,
    color: brand.color,
    intro: brand.intro,
    footer: brand.footer,
    sections: brand.sections,
    paper: brand.paper,
    logo: logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`,
    updated_at,
  }
}
