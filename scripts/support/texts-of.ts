import { parseAst } from 'vite'

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Returns the texts in a source file, with their names in a catalogue. A placeholder of a template becomes “…”. */
export function textsOf(source: string, lang: 'ts' | 'tsx' = 'ts'): { name: string; text: string }[] {
  const texts: { name: string; text: string }[] = []
  const visit = (node: Node, outer: string) => {
    const key = node.type === 'Property' ? (node['key'] as Node) : undefined
    const name = key ? String(key['name'] ?? key['value']) : outer
    const add = (text: string) => texts.push({ name, text })
    // Modules, types and names are not for people.
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) {
      if (isNode(node['expression'])) visit(node['expression'], name)
      return
    }
    if (node.type === 'BinaryExpression' && node['operator'] !== '+') return
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node['value'])
    if (node.type === 'TemplateLiteral')
      add((node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'))
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, name)
    }
  }
  visit(parseAst(source, { lang }) as unknown as Node, '')
  return texts
}
