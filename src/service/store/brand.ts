import type { Kysely } from 'kysely'
import type { BrandFields } from '#contract/forms/brand-form.ts'
import {
  type LogoType,
  type PaperSize,
  type Brand,
  type DocumentSection,
  documentSections,
} from '#contract/sharing/client-document.ts'
import type { Schema } from './schema.ts'

/** The table has one row. */
export type BrandTable = {
  id: number
  name: string
  color: string | null
  intro: string
  footer: string
  /** Separated by commas. */
  sections: string
  paper: PaperSize
  logo: Buffer | null
  logo_type: LogoType | null
  updated_at: string
}

export type Logo = { bytes: Buffer; type: LogoType }
export type BrandRecord = Omit<Brand, 'logo' | 'updated_at'> & { logo: Logo | null; updated_at: string | null }

const initial: BrandRecord = {
  name: '',
  color: null,
  intro: '',
  footer: '',
  sections: [...documentSections],
  paper: 'a4',
  logo: null,
  updated_at: null,
}

/** Returns the team's brand of client reports. Until one is stored, it is empty and has all sections. */
export async function findBrand(db: Kysely<Schema>): Promise<BrandRecord> {
  const row = await db.selectFrom('brand').selectAll().where('id', '=', 1).executeTakeFirst()
  if (!row) return initial
  const { name, color, intro, footer, sections, paper, logo, logo_type: type, updated_at } = row
  const isSection = (text: string): text is DocumentSection =>
    documentSections.some((documentSection) => documentSection === text)
  return {
    name,
    color,
    intro,
    footer,
    paper,
    updated_at,
    sections: sections.split(',').filter(isSection),
    logo: logoOf(logo, type),
  }
}

/** Returns a logo as it is stored. */
export const logoOf = (bytes: Buffer | null, type: LogoType | null): Logo | null =>
  bytes && type && { bytes: Buffer.from(bytes), type }

/** Replaces the brand, except for the logo. */
export async function changeBrand(db: Kysely<Schema>, fields: BrandFields, at = new Date().toISOString()) {
  const { name, color = null, intro, footer, sections, paper } = fields
  await upsert(db, { name, color, intro, footer, paper, sections: sections.join(','), updated_at: at })
}

/** Replaces the logo; null removes it. */
export const changeLogo = (db: Kysely<Schema>, logo: Logo | null, at = new Date().toISOString()) =>
  upsert(db, { logo: logo?.bytes ?? null, logo_type: logo?.type ?? null, updated_at: at })

async function upsert(db: Kysely<Schema>, change: Partial<Schema['brand']> & { updated_at: string }) {
  const { name, color, intro, footer, paper, sections } = initial
  const first = { id: 1, name, color, intro, footer, paper, sections: sections.join(','), logo: null, logo_type: null }
  await db
    .insertInto('brand')
    .values({ ...first, ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}
