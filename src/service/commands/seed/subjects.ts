/** Placeholder for the number of a page among those of its subject. Every report replaces it with its own. */
export const placeholderNumber = 'seedno'

export type Subject = {
  /** The path without its leading slash. One with a number is used for many pages. */
  path: string
  title: string
  heading: string
  intro: string
  kind: 'page' | 'article' | 'product' | 'login'
}

const n = placeholderNumber

/** The pages of a shop. The first of a website are the first of the list. */
export const subjects: readonly Subject[] = [
  {
    path: '',
    title: 'Handmade furniture, lamps and textiles',
    heading: 'Handmade for house and garden',
    intro: 'We build furniture, lamps and textiles in small numbers, in a workshop that you can visit every Friday.',
    kind: 'page',
  },
  {
    path: `products/oak-table-${n}`,
    title: `Oak dining table, model ${n}, oiled by hand`,
    heading: `Oak dining table, model ${n}`,
    intro: 'A dining table of solid oak for six to eight people, planed by hand and oiled three times.',
    kind: 'product',
  },
  {
    path: `blog/workshop-notes-${n}`,
    title: `Workshop notes ${n}: how to oil a wooden table`,
    heading: `Workshop notes ${n}: how to oil a wooden table`,
    intro: 'Oil protects wood from water and stains and lets it age well. Two hours a year are enough.',
    kind: 'article',
  },
  {
    path: 'about',
    title: 'Who we are and how we work',
    heading: 'Who we are',
    intro: 'Eleven people work here: carpenters, weavers, one electrician and a cat with opinions about wool.',
    kind: 'page',
  },
  {
    path: `products/reading-lamp-${n}`,
    title: `Brass reading lamp, model ${n}, with a dimmer`,
    heading: `Brass reading lamp, model ${n}`,
    intro: 'A reading lamp of brass and linen, with a dimmer in the cable and a bulb that anyone can replace.',
    kind: 'product',
  },
  {
    path: `collections/season-${n}`,
    title: `Collection ${n}: chairs, benches and shelves`,
    heading: `Collection ${n}`,
    intro: 'Chairs, benches and shelves that were made together, from the same trees and in the same months.',
    kind: 'page',
  },
  {
    path: `blog/winter-garden-${n}`,
    title: `Winter garden diary, week ${n}: plants that stay green`,
    heading: `Winter garden diary, week ${n}`,
    intro: 'Holly, ivy, hellebore and four others keep their leaves through the frost and need little care.',
    kind: 'article',
  },
  {
    path: 'contact',
    title: 'Contact, opening hours and directions',
    heading: 'Contact',
    intro: 'The workshop is open from Tuesday to Saturday. Call before you come, since we are often out for wood.',
    kind: 'page',
  },
  {
    path: `news/${n}`,
    title: `News ${n} from the workshop and its shop`,
    heading: `News ${n} from the workshop`,
    intro: 'A new saw, two apprentices and an open day with cake: this is what happened since the last letter.',
    kind: 'article',
  },
  {
    path: `products/linen-curtain-${n}`,
    title: `Linen curtain ${n}, woven in six colours`,
    heading: `Linen curtain ${n}`,
    intro: 'A curtain of washed linen in six colours, cut to the width of your window and hemmed by hand.',
    kind: 'product',
  },
  {
    path: 'help/returns',
    title: 'Returns and repairs, step by step',
    heading: 'Returns and repairs',
    intro: 'You can return what you bought within sixty days, and we repair what we made for as long as we exist.',
    kind: 'page',
  },
  {
    path: 'login',
    title: 'Sign in to your customer account',
    heading: 'Sign in',
    intro: 'Sign in to see your orders, your drawings and the dates of your deliveries.',
    kind: 'login',
  },
]

/** Subjects with a number, for the pages that follow the first of each. */
export const numberedSubjects = subjects.filter(({ path }) => path.includes(n))

const paragraphs = [
  'Our oak comes from three forests within an hour of the workshop. Each trunk is sawn in winter, dries for two years under a roof and spends its last months in the warm room beside the lathe. That is slow, but a table made of dry wood does not crack when the heating comes on.',
  'Every joint is cut by hand and fits without screws. Where a board must be able to move, we leave it a little room, because wood grows in damp summers and shrinks again in January. You will not see that room, but you would notice if it were missing.',
  'Linen is woven on looms that are older than the people who use them. The yarn is bleached by sun and rain instead of chlorine, so the first washing changes almost nothing. Colours come from small baths, and no two of them are exactly alike.',
  'Brass turns darker with the years. You can polish it with a soft cloth and a little lemon juice, or leave it as it is. The cable is covered with cotton, the plug can be opened with a screwdriver, and spare parts cost less than five euros.',
  'An order begins with a drawing. You tell us the size of the room, the number of people and what annoys you about your old furniture. Within a week you receive a sketch with a price, and nothing is cut before you have agreed to both.',
  'Delivery takes between four and nine weeks. Two of us bring large pieces ourselves, carry them upstairs and take the packaging back. Smaller things travel by post, in boxes made of straw board that can go into the paper bin afterwards.',
  'To clean an oiled surface, wipe it with a damp cloth and dry it at once. Stains disappear with fine sandpaper, always along the grain, followed by a thin layer of oil. After twelve hours the table can be used again, with care for the first days.',
  'Many of our customers come back after ten or fifteen years, usually with a chair that has seen several children. We glue, sand and weave it again while you drink coffee, if the repair is small. Large ones take a week and are announced with a price.',
  'The garden behind the workshop feeds the dye pots. Walnut shells give brown, onion skins yellow, and madder roots a red that no powder can match. On open days you can dye a scarf of your own and take it home wet, in a jar.',
  'What remains of the wood heats the building. Shavings go to a farm nearby, short pieces become toys, and the rest warms the drying room. Last year we bought heating oil for two weeks only, and we are working on the other fifty.',
  'Prices include tax and the work of everyone who was involved. Materials are usually a third of the sum, the rest is time. If something is too expensive, ask for the same piece in ash or pine, which saves almost half without losing strength.',
]

/** Returns four of the paragraphs, different ones for neighbouring numbers. */
export const paragraphsOf = (index: number): string[] =>
  [0, 1, 2, 3].map((at) => paragraphs[(index * 4 + at * 3) % paragraphs.length] ?? '')
