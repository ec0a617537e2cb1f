import { type Plugin, parseSync } from 'vite'

/**
 * What a library carries and nothing here can reach. Everything is named by what stands in the library's file, and what no
 * longer stands there as often as it should stops the build: a new version must be looked at again.
 */
export type Cuts = {
  /** How the path of the file ends. */
  file: string
  /** Functions by the name they have (`outer.inner` where there are several of it), and what they do instead. */
  bodies?: Record<string, string>
  /** Variables by their name, and what they are instead. */
  variables?: Record<string, string>
  /** Expressions whose value is known wherever they are read; what follows from it is left to the minifier. */
  known?: Record<string, string>
  /** Statements by how they begin, white space aside. */
  without?: string[]
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Edit = { start: number; end: number; text: string }
type Visit = (node: Node, parent: Node | undefined, within: string[]) => void

/** Takes from the libraries, while building, what the tables name. */
export function lessOf(tables: Cuts[]): Plugin {
  const met = new Set<Cuts>()
  return {
    name: 'less-of',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => met.clear(),
    transform(code, id) {
      const path = id.split('?')[0]?.replaceAll('\\', '/') ?? id
      const cuts = tables.find(({ file }) => path.endsWith(file))
      if (!cuts) return null
      met.add(cuts)
      return { code: cut(code, cuts), map: null }
    },
    buildEnd(failure) {
      const unmet = tables.find((cuts) => !met.has(cuts))
      if (unmet && !failure)
        this.error(
          `The build no longer meets ${unmet.file}, which scripts/build takes parts from: see which file of the new version holds them.`,
        )
    },
  }
}

/** `code` without what `cuts` names. */
export function cut(code: string, cuts: Cuts): string {
  const bodies = Object.entries(cuts.bodies ?? {})
  const variables = new Map(Object.entries(cuts.variables ?? {}))
  const known = new Map(Object.entries(cuts.known ?? {}))
  const without = cuts.without ?? []
  const found = new Map<string, Edit[]>()
  const note = (wish: string, { start, end }: Node, text: string) =>
    found.set(wish, [...(found.get(wish) ?? []), { start, end, text }])

  visit(parseSync(cuts.file, code).program as unknown as Node, (node, parent, within) => {
    const fn = named(node)
    if (fn) {
      for (const [wish, body] of bodies) {
        const [inner, outer] = wish.split('.').toReversed()
        if (fn.name === inner && (!outer || within.includes(outer))) note(wish, fn.body, `{${body}}`)
      }
    }
    if (node.type === 'VariableDeclarator' && node.init) {
      const name = (node.id as Node).name as string
      const instead = variables.get(name)
      if (instead !== undefined) note(name, node.init as Node, instead)
    }
    if (node.type === 'Identifier' || node.type === 'MemberExpression' || node.type === 'BinaryExpression') {
      const text = code.slice(node.start, node.end)
      const value = known.get(text)
      if (value !== undefined && isRead(node, parent)) note(text, node, `(${value})`)
    }
    if (node.type.endsWith('Statement')) {
      const text = code.slice(node.start, node.start + 300).replace(/\s+/g, ' ')
      for (const start of without) if (text.startsWith(start)) note(start, node, ';')
    }
  })

  const once = [...bodies.map(([name]) => name), ...variables.keys(), ...without].filter(
    (wish) => found.get(wish)?.length !== 1,
  )
  const never = [...known.keys()].filter((wish) => !found.has(wish))
  const wrong = [...once, ...never].map((wish) => `"${wish}" ${found.get(wish)?.length ?? 0} times`)
  if (wrong.length > 0)
    throw new Error(
      `${cuts.file} has ${wrong.join(', ')}, which scripts/build takes from it: see what the new version does instead.`,
    )

  return edited(code, [...found.values()].flat())
}

function edited(code: string, edits: Edit[]) {
  let result = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    // Inside of what has gone already.
    if (start < at) continue
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}

/** The function that `node` gives a name to. */
function named(node: Node): { name: unknown; body: Node } | undefined {
  const [key, value] =
    node.type === 'FunctionDeclaration'
      ? [node.id, node]
      : node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : []
  const fn = value as Node | null | undefined
  return fn?.type.includes('Function') ? { name: (key as Node).name, body: fn.body as Node } : undefined
}

/** Whether what `node` holds is used where it stands: it is neither written, declared nor a mere name. */
function isRead(node: Node, parent: Node | undefined) {
  if (!parent || /Pattern$|^UpdateExpression$|^RestElement$|^CatchClause$/.test(parent.type)) return false
  if (parent.type.includes('Function')) return parent.body === node
  if (parent.type === 'AssignmentExpression') return parent.right === node
  if (parent.type === 'VariableDeclarator') return parent.init === node
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true
  if (parent.type === 'Property') return parent.value === node && !parent.shorthand
  return !parent.type.endsWith('Specifier')
}

function visit(node: Node, act: Visit, parent?: Node, outer: string[] = []) {
  act(node, parent, outer)
  const name = named(node)?.name
  const within = typeof name === 'string' ? [...outer, name] : outer
  for (const child of Object.values(node).flat() as unknown[]) {
    if (child && typeof child === 'object' && 'type' in child) visit(child as Node, act, node, within)
  }
}
