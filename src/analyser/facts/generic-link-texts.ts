import { collapse } from './text.ts'

/**
 * Link texts that do not describe their target, by primary language subtag. A link's whole text is compared, without
 * case, accents and surrounding punctuation. So each text is listed once, and only if it is generic on any page.
 */
const texts: Record<string, string> = {
  ar: 'هنا|اضغط هنا|انقر هنا|من هنا|المزيد|اقرأ المزيد|قراءة المزيد|معرفة المزيد|اعرف المزيد|تفاصيل|التفاصيل|هذا الرابط|رابط|متابعة القراءة',
  bg: 'тук|кликнете тук|натиснете тук|повече|още|виж повече|вижте повече|прочети повече|прочетете повече|научете повече|прочети още|виж още|повече информация|подробности|линк',
  ca: 'aquí|fes clic aquí|feu clic aquí|clica aquí|més|més informació|llegir més|llegeix més|llegiu-ne més|veure més|enllaç|aquest enllaç|detalls',
  cs: 'zde|tady|klikněte zde|klikněte sem|klikni zde|více|více informací|více zde|číst více|čtěte více|číst dál|přečíst více|zjistit více|zobrazit více|odkaz|tento odkaz|podrobnosti|detail',
  da: 'her|klik her|mere|læs mere|se mere|vis mere|få mere at vide|mere info|mere information|fortsæt|læs videre|link|dette link|detaljer',
  de: 'hier|hier klicken|klick hier|klicke hier|klicken sie hier|bitte hier klicken|mehr|mehr dazu|mehr erfahren|mehr lesen|mehr infos|mehr informationen|mehr anzeigen|weiter|weiterlesen|weitere informationen|erfahren sie mehr|jetzt mehr erfahren|details|siehe|siehe hier|link|dieser link|zum link|dies|das',
  el: 'εδώ|κάντε κλικ εδώ|κλικ εδώ|πατήστε εδώ|περισσότερα|διαβάστε περισσότερα|διαβάστε εδώ|μάθετε περισσότερα|δείτε περισσότερα|δείτε εδώ|περισσότερες πληροφορίες|λεπτομέρειες|σύνδεσμος',
  en: 'click|click here|click this|click this link|tap here|press here|here|right here|over here|see here|this|this link|this page|link|go|go here|start|more|more here|more info|more information|more details|info|information|details|learn more|learn more here|read more|read more here|read on|see more|show more|view more|view details|find out more|discover more|get more information|continue reading|keep reading|continue',
  es: 'aquí|clic aquí|click aquí|clica aquí|clicka aquí|haz clic aquí|haga clic aquí|hacer clic aquí|pincha aquí|pinche aquí|pulsa aquí|pulse aquí|más|más info|más información|ver más|leer más|lee más|saber más|seguir leyendo|continuar leyendo|conoce más|conozca más|descubre más|este|enlace|este enlace|empezar|detalles|ver detalles',
  et: 'siin|siia|vajuta siia|kliki siia|kliki siin|klõpsa siin|klõpsake siin|loe edasi|loe lähemalt|loe rohkem|rohkem|rohkem infot|vaata lähemalt|vaata siit|link',
  fa: 'اینجا|اینجا کلیک کنید|اینجا را کلیک کنید|اینجا بزنید|کلیک کنید|این|این لینک|لینک|برو|شروع|بیشتر|بیشتر بخوانید|بیشتر بدانید|ادامه مطلب|ادامه|مشاهده بیشتر|اطلاعات|اطلاعات بیشتر|جزئیات',
  fi: 'täällä|tästä|tässä|klikkaa|klikkaa tästä|klikkaa tähän|napsauta tästä|paina tästä|lisää|lue lisää|lue lisää täältä|lue lisää tästä|katso lisää|näytä lisää|katso tästä|lisätietoja|lisätiedot|lisätietoa|jatka lukemista|linkki|tämä linkki',
  fr: 'ici|cliquez ici|cliquer ici|clique ici|cliquez|par ici|plus|plus d’infos|plus d’informations|plus de détails|en savoir plus|savoir plus|lire plus|lire la suite|la suite|voir plus|voir ici|afficher plus|découvrir|détails|voir le détail|lien|ce lien|continuer|continuer la lecture',
  he: 'כאן|לחץ כאן|לחצו כאן|הקלק כאן|הקליקו כאן|עוד|קרא עוד|קראו עוד|לקריאה נוספת|המשך קריאה|מידע נוסף|למידע נוסף|לפרטים|לפרטים נוספים|פרטים נוספים|קישור',
  hi: 'यहाँ|यहां|यहाँ क्लिक करें|यहां क्लिक करें|क्लिक करें|और|और पढ़ें|और जानें|अधिक|अधिक पढ़ें|अधिक जानें|अधिक जानकारी|विवरण|लिंक',
  hr: 'ovdje|kliknite ovdje|klikni ovdje|više|više informacija|pročitaj više|pročitajte više|saznaj više|saznajte više|opširnije|vidi više|pogledaj više|detaljnije|detalji|poveznica|link',
  hu: 'itt|ide|ide kattintva|kattintson ide|kattints ide|kattintson|több|tovább|tovább olvasom|bővebben|részletek|további részletek|további információ|további információk|további infó|olvass tovább|link',
  id: 'di sini|disini|klik di sini|klik disini|klik|selengkapnya|baca selengkapnya|lihat selengkapnya|lebih lanjut|baca lebih lanjut|pelajari lebih lanjut|baca lagi|lihat lainnya|info lebih lanjut|info selengkapnya|detail|tautan|tautan ini|link ini|lanjutkan membaca',
  it: 'qui|qua|clicca|clicca qui|cliccare qui|cliccate qui|più|altro|di più|scopri|scopri di più|saperne di più|per saperne di più|leggi|leggi tutto|leggi di più|leggi altro|continua|continua a leggere|mostra altro|vedi altro|maggiori informazioni|ulteriori informazioni|più informazioni|maggiori dettagli|dettagli|vai|link|questo link',
  ja: 'こちら|こちらから|こちらへ|ここ|ここから|こちらをクリック|ここをクリック|クリック|クリックしてください|詳細|詳細はこちら|詳しくはこちら|くわしくはこちら|詳しく見る|詳細を見る|もっと見る|もっと読む|続きを読む|続きを見る|続きはこちら|続く|全文表示|リンク|このリンク|さらに詳しく',
  ko: '여기|여기서|여기를 클릭|여기를 클릭하세요|여기 클릭|여기를 누르세요|클릭|클릭하세요|링크|이 링크|바로가기|더보기|더 보기|더 읽기|더 알아보기|자세히|자세히 보기|자세히 알아보기|상세보기|상세 보기|계속|계속 읽기|이동|전체 보기',
  lt: 'čia|spauskite čia|spausk čia|paspauskite čia|daugiau|skaityti daugiau|skaitykite daugiau|plačiau|skaityti plačiau|sužinoti daugiau|daugiau informacijos|nuoroda',
  lv: 'šeit|spied šeit|spiediet šeit|klikšķini šeit|noklikšķiniet šeit|vairāk|lasīt vairāk|lasi vairāk|uzzināt vairāk|uzzini vairāk|vairāk informācijas|saite',
  nl: 'hier|klik hier|klikken|klik|lees hier|meer|meer info|meer informatie|lees meer|lees verder|verder lezen|meer lezen|bekijk meer|toon meer|ontdek meer|meer weten|kom meer te weten|details|link|deze link|deze pagina',
  no: 'her|klikk her|trykk her|mer|les mer|se mer|vis mer|finn ut mer|mer info|mer informasjon|les videre|fortsett å lese|lenke|denne lenken|link|detaljer',
  pl: 'tu|tutaj|kliknij|kliknij tu|kliknij tutaj|więcej|więcej informacji|czytaj|czytaj więcej|czytaj dalej|przeczytaj więcej|dowiedz się więcej|zobacz więcej|pokaż więcej|zobacz tutaj|szczegóły|zobacz szczegóły|link|ten link',
  pt: 'aqui|clique aqui|clicar aqui|clica aqui|clique|ir|mais|mais informação|mais informações|mais info|mais detalhes|ler mais|leia mais|ver mais|veja mais|veja aqui|saber mais|saiba mais|continuar a ler|continue lendo|continuar lendo|descubra mais|detalhes|link|este link|ligação',
  ro: 'aici|click aici|clic aici|apasă aici|apăsați aici|mai mult|mai multe|mai multe aici|mai multe detalii|mai multe informații|citește mai mult|citește mai multee|citiți mai mult|află mai mult|află mai multe|aflați mai multe|vezi mai mult|vezi mai multe|detalii|vezi detalii|link',
  ru: 'тут|здесь|сюда|нажмите|нажмите здесь|нажмите сюда|кликните здесь|кликните сюда|жмите сюда|по ссылке|ссылка|эта ссылка|далее|дальше|ещё|больше|подробнее|подробнее здесь|подробности|узнать больше|узнать подробнее|читать|читать далее|читать дальше|читать полностью|читать ещё|смотреть ещё|показать ещё|больше информации|дополнительная информация|перейти',
  sk: 'tu|kliknite sem|kliknite tu|klikni sem|klikni tu|viac|viac info|viac informácií|čítať viac|čítaj viac|čítať ďalej|prečítať viac|zistiť viac|zistite viac|zobraziť viac|odkaz|tento odkaz|podrobnosti|detail',
  sl: 'tukaj|tu|kliknite tukaj|klikni tukaj|kliknite sem|več|več o tem|več informacij|preberi več|preberite več|beri dalje|izvedi več|izvedite več|poglej več|podrobnosti|povezava',
  sr: 'овде|кликните овде|кликни овде|више|прочитај више|прочитајте више|сазнај више|сазнајте више|опширније|детаљније|више информација|линк|ovde|kliknite ovde|klikni ovde|više|pročitaj više|pročitajte više|saznaj više|saznajte više|opširnije|detaljnije|više informacija|link',
  sv: 'här|klicka|klicka här|tryck här|mer|läs mer|läs mer här|se mer|visa mer|ta reda på mer|läs vidare|fortsätt läsa|mer info|mer information|mer om detta|länk|denna länk|den här länken|detaljer',
  ta: 'இங்கே|இங்கே கிளிக் செய்யவும்|இங்கே கிளிக் செய்க|இங்கே அழுத்தவும்|தயவுசெய்து இங்கே அழுத்தவும்|மேலும்|மேலும் அறிக|மேலும் படிக்க|மேலும் வாசிக்க|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு|அடுத்த பக்கம்|முந்தைய பக்கம்|முன்பக்கம்|மறுபக்கம்',
  th: 'ที่นี่|คลิกที่นี่|คลิ๊กที่นี่|คลิก|กดที่นี่|อ่านต่อ|อ่านเพิ่มเติม|ดูเพิ่มเติม|เพิ่มเติม|เรียนรู้เพิ่มเติม|ข้อมูลเพิ่มเติม|รายละเอียด|รายละเอียดเพิ่มเติม|ดูรายละเอียด|ลิงก์',
  tr: 'burada|buradan|buraya|tıkla|tıklayın|tıklayınız|buraya tıkla|buraya tıklayın|buraya tıklayınız|buradan tıklayın|için tıklayın|daha fazla|daha fazlası|daha fazla bilgi|daha fazla oku|devamı|devamını oku|devamını okuyun|devam|ayrıntılar|detaylar|detaylı bilgi|detay|incele|bağlantı|bu bağlantı|link',
  uk: 'тут|сюди|натисніть|натисніть тут|натисніть сюди|клікніть тут|посилання|за посиланням|далі|ще|більше|детальніше|докладніше|дізнатися більше|дізнатись більше|читати|читати далі|читати більше|показати більше|більше інформації|перейти',
  vi: 'đây|ở đây|tại đây|bấm vào đây|nhấn vào đây|nhấp vào đây|click vào đây|xem tại đây|thêm|xem thêm|đọc thêm|tìm hiểu thêm|đọc tiếp|xem tiếp|chi tiết|xem chi tiết|thông tin thêm|liên kết',
  zh: '这里|這裡|此处|此處|点击|點擊|点击这里|點擊這裡|点击此处|點擊此處|请点击这里|按這裡|按此|点此|點此|更多|查看更多|了解更多|阅读更多|閱讀更多|更多信息|更多資訊|更多内容|更多內容|详情|詳情|查看详情|查看詳情|了解详情|了解詳情|详细|詳細|继续阅读|繼續閱讀|阅读全文|閱讀全文|链接|連結|点我|點我',
}

/** Longer texts are never generic. */
const maxLength = 60
const accents = /[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF]/g
const outside = /^[^\p{L}\p{N}\p{M}]+|(?<=[\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/gu

/** Normalises a text: without case, accents, invisible characters and surrounding punctuation. */
const normalise = (text: string) =>
  isAscii.test(text)
    ? trimAscii(text.toLowerCase())
    : collapse(
        text
          .toLowerCase()
          .normalize('NFKD')
          .replace(accents, '')
          .replaceAll('ı', 'i')
          .replaceAll('’', "'")
          .replace(outside, ''),
      )

const isAscii = /^[\x20-\x7E]*$/
const isWord = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)

/** Does the same for ASCII, in a tenth of the time. */
function trimAscii(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && !isWord(text.charCodeAt(from))) from++
  while (to > from && !isWord(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

const languagesByText = new Map<string, Set<string>>()
for (const [language, list] of Object.entries(texts)) {
  for (const text of list.split('|')) {
    const known = languagesByText.get(normalise(text))
    if (known) known.add(language)
    else languagesByText.set(normalise(text), new Set([language]))
  }
}

const sameLanguage: Record<string, string> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', bs: 'hr', sh: 'sr' }

/** Returns the key of a language tag in this list, or null. */
export function listedLanguage(tag: string): string | null {
  const primary = tag.toLowerCase().split('-', 1)[0] ?? ''
  const language = Object.hasOwn(sameLanguage, primary) ? (sameLanguage[primary] ?? primary) : primary
  return Object.hasOwn(texts, language) ? language : null
}

/** Returns the languages in which a collapsed text is generic, or null. */
export function languagesOfGenericText(text: string): ReadonlySet<string> | null {
  return text.length > maxLength ? null : (languagesByText.get(normalise(text)) ?? null)
}

export const genericLanguages = Object.keys(texts)
