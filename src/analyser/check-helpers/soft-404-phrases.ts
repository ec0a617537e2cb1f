/** What pages without content of their own say, in the words of WordPress, shops and job boards. Data only. */

const things =
  '(?:page|file|document|article|product|item|post|content|url|site|listing|profile|video|job|vacancy|position|offer|event|ad|advert|property|integration|course|app|category)'
const wanted = `(?: (?:that )?you(?:[’']re| are| were)? (?:requested|looking for|trying to (?:open|reach|visit|access)))?`
const negated = `(?:not|n[’']t|[’']t)`

const dinge =
  '(?:seite|artikel|produkt|beitrag|datei|dokument|inhalt|stelle|stellenanzeige|stellenangebot|anzeige|angebot|job|veranstaltung)'
const choses = "(?:page|produit|article|offre(?: d[’']emploi)?|annonce|poste|emploi|événement|contenu|fiche)"
const cosas = '(?:página|producto|artículo|oferta|anuncio|puesto|empleo|vacante|contenido|evento)'
const cose = '(?:pagina|prodotto|articolo|offerta|annuncio|posizione|lavoro|evento|contenuto)'
const dingen = '(?:pagina|product|artikel|vacature|advertentie|aanbieding|evenement|baan)'
const coisas = '(?:página|produto|artigo|oferta|anúncio|vaga|conteúdo|evento)'
const rzeczy = '(?:strona|strony|produkt|produktu|artykuł|artykułu|oferta|oferty|ogłoszenie|ogłoszenia|wpis|wpisu)'

/** They say that this page does not exist. */
export const statements = [
  `(?:the |this |that |your |requested )*${things}${wanted} (?:(?:was|is|could|ca|can|does) ?)?${negated} (?:be )?(?:found|available|here|exist)`,
  `(?:the |this |that |requested )*${things}${wanted} (?:no longer exists|isn[’']t here(?: anymore)?)`,
  `(?:the |this |that |requested )*${things}${wanted} (?:has been|was) (?:removed|deleted)`,
  `(?:the )?requested url (?:\\S{1,200} )?was not found(?: on this server)?`,
  `(?:sorry |oops )?(?:we |i )?(?:could|can|ca) ?${negated} find (?:that|this|the|your) ${things}${wanted}`,
  `(?:it (?:seems|looks) (?:like |that )?)?(?:we )?(?:could|can|ca) ?${negated} find what you(?:[’']re| are| were) looking for`,
  `(?:it (?:seems|looks) (?:like |that )?)?nothing (?:was|has been) found (?:at|for) this (?:location|address)`,

  `(?:die |der |das |diese[rs]? )?(?:angeforderte[nr]? |angeforderte[sn]? |gesuchte[nrs]? |gewünschte[nrs]? )?${dinge}(?:,? (?:die|den|das) (?:sie|du) (?:suchen|suchst|gesucht (?:haben|hast)),?)? (?:(?:wurde|konnte|kann|ist) )?(?:leider )?nicht (?:mehr )?(?:gefunden|vorhanden|verfügbar)(?: werden)?`,
  `(?:die |der |das |diese[rs]? )?(?:angeforderte |gesuchte |gewünschte )?${dinge}(?:,? (?:die|den|das) (?:sie|du) (?:suchen|suchst),?)? existiert (?:leider )?nicht(?: mehr)?`,
  'es sieht so aus,? als (?:ob|wäre) (?:hier |an dieser stelle )?nichts gefunden(?: wurde| worden)?',

  `(?:la |le |cette |ce |cet |l[’'])?${choses} (?:(?:demandée?|que vous (?:cherchez|recherchez|avez demandée?)) )?(?:est )?(?:introuvable|non trouvée?|inexistante?|n[’']existe (?:pas|plus)|n[’']a pas (?:pu être|été) trouvée?)`,
  "il semble(?:rait)? que rien n[’']a(?:it)? été trouvé(?: à cet endroit| ici)?",

  `(?:la |el |esta |este )?${cosas} (?:que (?:buscas?|está buscando|estás buscando|has solicitado) )?(?:no (?:encontrad[ao]|existe|se (?:ha encontrado|encontró|encuentra)|se puede encontrar|ha sido encontrad[ao])|ya no existe)`,
  `no se (?:puede encontrar|encontró|ha encontrado|encuentra) (?:esta|esa|la|el|este) ${cosas}`,
  'parece que no se ha encontrado nada(?: en esta ubicación| aquí)?',

  `(?:la |il |lo |l[’']|questa |questo )?${cose} (?:che (?:cerchi|cercavi|stai cercando|hai richiesto) )?(?:non (?:trovat[ao]|esiste(?: più)?|è stat[ao] trovat[ao]|può essere trovat[ao]|è disponibile))`,
  'sembra che (?:qui )?non sia stato trovato (?:nulla|niente)(?: in questa posizione| qui)?',

  `(?:de |het |deze |dit |die |dat )?${dingen} (?:die (?:je|u) (?:zoekt|zocht) |dat (?:je|u) (?:zoekt|zocht) )?(?:(?:is |kan |werd |kon )?(?:helaas )?niet (?:gevonden|worden gevonden)(?: worden)?|bestaat (?:helaas )?niet(?: meer)?)`,
  'het lijkt erop dat er (?:op deze locatie |hier )?niets (?:is )?gevonden(?: is)?(?: op deze locatie)?',

  `(?:a |o |esta |este |essa |esse )?${coisas} (?:que (?:procura|você procura|procuras|está procurando|você está procurando) )?(?:n[ãa]o (?:encontrad[ao]|existe(?: mais)?|foi encontrad[ao]|p[ôo]de ser encontrad[ao]|pode ser encontrad[ao]))`,
  'parece que nada foi encontrado(?: neste local| aqui)?',

  `${rzeczy},? (?:której szukasz,? |którego szukasz,? )?nie (?:została |został |zostało )?(?:znaleziona|znaleziony|znalezione|istnieje)`,
  `nie (?:znaleziono|można znaleźć|znaleźliśmy) (?:tej |szukanej |takiej )?${rzeczy}`,
  'wygląda na to,? że (?:nic nie znaleziono|nie znaleziono niczego)(?: w tym miejscu| tutaj)?',

  'sidan (?:kunde inte hittas|hittades inte|finns inte)',
  'страница не (?:найдена|существует)',
  '(?:お探しの|ご指定の|指定された)?(?:ページ|記事|商品|求人|投稿)(?:が|は)(?:見つかりません(?:でした)?|存在しません|ありません(?:でした)?)',
  '(?:您(?:访问|請求)的)?(?:页面|頁面)(?:不存在|未找到|找不到)',
  '페이지를 찾을 수 없습니다',
]

/** They say that something is gone, sold or filled. As the only content, they leave nothing. */
export const goneStatements = [
  `(?:sorry |unfortunately )?(?:but )?(?:the |this |that )?(?:\\p{L}{1,20} )?${things}${wanted} (?:(?:is|are) )?(?:no longer|not any ?more) (?:available|offered|listed|here|active|online|open|accepting applications)`,
  `(?:sorry |unfortunately )?(?:but )?(?:the |this |that )?(?:\\p{L}{1,20} )?(?:job|vacancy|position|role|listing|ad|advert|offer|posting)${wanted} (?:has (?:already )?(?:expired|been filled|been closed|ended|closed)|is (?:closed|expired|filled))`,
  `(?:sorry |unfortunately )?(?:we(?:[’']ve| have) )?(?:the |this |that )?(?:product|item|page)? ?(?:has been |was |is )?discontinued(?: this (?:product|item))?`,
  `(?:die |der |das |diese[rs]? )?${dinge} (?:ist|wird|steht) (?:leider )?nicht (?:mehr|länger) (?:verfügbar|vorhanden|online|aktiv|angeboten|im (?:angebot|sortiment|programm)|zur verfügung)`,
  `(?:die |der |das |diese[rs]? )?(?:stelle|stellenanzeige|stellenangebot|anzeige|angebot|job) (?:ist|wurde) (?:leider |bereits )*(?:besetzt|vergeben|abgelaufen|deaktiviert|gelöscht)`,
  `(?:la |le |cette |ce |cet |l[’'])?${choses} (?:n[’']est|ne sont) (?:malheureusement )?plus (?:disponible|en ligne|proposée?|valable|active?)`,
  `(?:la |le |cette |ce |cet |l[’'])?${choses} (?:a (?:malheureusement )?expiré|est (?:expirée?|pourvue?|clôturée?)|a été (?:supprimée?|pourvue?|retirée?))`,
  `(?:la |el |esta |este )?${cosas} (?:ya no (?:está|se encuentra) disponible|ha (?:caducado|expirado|finalizado|sido eliminad[ao]))`,
  `(?:la |il |lo |l[’']|questa |questo |quest[’'])?${cose} (?:non è più (?:disponibile|attiv[ao]|online|presente)|è scadut[ao]|è stat[ao] rimoss[ao])`,
  `(?:de |het |deze |dit )?${dingen} is (?:helaas )?(?:niet (?:meer|langer) (?:beschikbaar|actief|online|open)|verlopen|vervuld|gesloten|verwijderd)`,
  `(?:a |o |esta |este |essa |esse )?${coisas} (?:n[ãa]o est[áa] mais dispon[íi]vel|j[áa] n[ãa]o est[áa] dispon[íi]vel|expirou|foi (?:encerrad[ao]|removid[ao]))`,
  `(?:ten |ta |to )?${rzeczy} (?:nie jest już|już nie jest|jest już nie) (?:dostępn[yae]|aktualn[yae]|aktywn[yae])`,
  `(?:ten |ta |to )?${rzeczy} (?:wygasł[ao]?|jest nieaktualn[yae]|został[ao]? (?:zakończon[yae]|usunięt[yae]))`,
  '(?:この|お探しの|こちらの)?(?:商品|ページ|求人|記事|アイテム|募集|イベント)(?:は|の)(?:現在|すでに|既に)?(?:お取り扱い(?:しておりません|を?終了)|(?:販売|掲載|募集|公開|取扱い?)(?:は|を|が)?終了|終了|削除され)(?:しました|いたしました|ました|しています|しております)?',
]

/** They say that a list or a search has nothing. */
export const emptyStatements = [
  '(?:(?:sorry|oops|unfortunately) )?(?:but )?(?:(?:we |there (?:are|were|is|was) )(?:found |have |currently )?)?(?:no|0|zero) (?:\\p{L}{1,20} ){0,2}(?:results?|matches|hits)(?: (?:were |was |have been )?(?:found|available|to (?:show|display)|here|yet))?(?: (?:for|matching|that|with|in) .{1,80})?',
  '(?:(?:sorry|oops|unfortunately) )?(?:but )?(?:we (?:found|have) |there (?:are|were|is|was) (?:currently )?)?(?:no|0|zero) (?:\\p{L}{1,20} ){0,2}(?:posts?|products?|items?|entries|articles?|jobs?|listings?|events?|records?|properties|vacancies|ads|offers|documents|pages) (?:were |was |are |have been )?(?:found|available|match(?:ed|ing|es)?|to (?:show|display)|here|yet|in (?:this|the) \\p{L}{1,20})(?: .{1,80})?',
  '(?:(?:sorry|oops|unfortunately) )?(?:but )?nothing (?:was |has been )?(?:found|matched|matches|here|to (?:show|see|display))(?: (?:here|yet|your|for|in|at|that) ?.{0,80})?',
  "(?:your|the|this) search (?:for .{1,60} )?(?:returned|gave|found|produced|yielded|had|has|did ?n[o’']t (?:match|return|find)|did not (?:match|return|find)) (?:no|0|zero|any) .{1,60}",
  "(?:sorry )?(?:we )?(?:could|can|did) ?(?:not|n[’']t) find any(?:thing| \\p{L}{1,20})(?: .{1,80})?",

  '(?:leider |hier |es )*(?:(?:wurden?|konnten?|gibt es|sind|gab es|haben wir) )?(?:leider |zurzeit |derzeit |aktuell |hier )*(?:keine?|0) (?:\\p{L}{1,20} ){0,2}(?:ergebnisse?|treffer|suchergebnisse|produkte?|artikel|beiträge|einträge|stellen|jobs|stellenangebote|angebote|veranstaltungen|inhalte|anzeigen)(?: (?:für|zu|in|mit) .{1,60})?(?: (?:gefunden|vorhanden|verfügbar)(?: werden)?)?',
  '(?:leider )?(?:(?:es )?wurde )?(?:leider )?nichts (?:passendes )?gefunden',

  "(?:désolé )?(?:mais )?(?:(?:il n[’']y a|nous n[’']avons trouvé) )?(?:aucune?s?|0|pas de) (?:résultats?|articles?|produits?|offres?(?: d[’']emploi)?|annonces?|événements?|publications?|contenus?|éléments?)(?: .{1,80})?",
  "(?:désolé )?rien n[’']a été trouvé(?: .{1,60})?",
  '(?:lo sentimos )?(?:pero )?no (?:se (?:han encontrado|encontraron|ha encontrado|encontró)|hay|hemos encontrado) (?:ningún |ninguna |más )?(?:resultados?|productos?|artículos?|entradas?|ofertas?|empleos?|anuncios?|eventos?|publicaciones|coincidencias)(?: .{1,80})?',
  '(?:0 resultados|sin resultados|ning[úu]n resultado|nada encontrado|no se encontró nada|no se ha encontrado nada)(?: .{1,60})?',
  '(?:spiacenti )?(?:ma )?(?:non (?:ci sono|sono stati trovati|abbiamo trovato|è stato trovato) )?(?:nessun[ao]?|0|alcun[ao]?) (?:risultat[oi]|prodott[oi]|articol[oi]|offert[ae]|annunci[o]?|event[oi]|post|lavor[oi])(?: .{1,80})?',
  '(?:non sono stati trovati (?:risultati|prodotti|articoli)|nessun elemento trovato|nulla trovato|non è stato trovato nulla)(?: .{1,60})?',
  '(?:helaas )?(?:(?:er (?:zijn|werden)|we hebben) )?(?:helaas )?(?:geen|0) (?:\\p{L}{1,20} ){0,2}(?:resultaten|resultaat|producten|artikelen|berichten|vacatures|advertenties|aanbiedingen|evenementen|items)(?: .{1,80})?',
  '(?:helaas )?(?:er is )?niets gevonden(?: .{1,60})?',
  '(?:desculpe )?(?:mas )?(?:não (?:foram encontrados|há|encontramos|foi encontrado|existem) )?(?:nenhuma?|0|quaisquer)? ?(?:resultados?|produtos?|artigos?|vagas?|anúncios?|eventos?|ofertas?|posts?|itens) (?:foi |foram )?(?:encontrad[ao]s?|disponíve(?:l|is))(?: .{1,80})?',
  '(?:nenhum resultado|sem resultados|0 resultados|nada (?:foi )?encontrado|não (?:foram encontrados|há|encontramos) (?:resultados|produtos|artigos|vagas|anúncios|itens))(?: .{1,60})?',
  '(?:niestety )?(?:brak|0) (?:wyników|produktów|artykułów|ofert|ogłoszeń|wpisów|wydarzeń)(?: .{1,60})?',
  '(?:niestety )?(?:nic nie znaleziono|nie znaleziono (?:żadnych )?(?:wyników|produktów|artykułów|ofert|ogłoszeń|wpisów|niczego))(?: .{1,60})?',
  '(?:.{1,40})?(?:検索結果|該当する.{1,10}|一致する.{1,10}|結果|商品|記事|求人|投稿)(?:は|が)(?:0件(?:です|でした)?|ありません(?:でした)?|見つかりません(?:でした)?)',
]

/** The headings of such pages that name nothing. */
export const exclamations =
  /^(?:(?:we[’']?re |i[’']?m )?(?:so |very )?sorry|o+ps|whoops|uh[ -]?oh|error|oh no|hoppla|ups|huch|entschuldigung|fehler|oups|désolé|erreur|vaya|lo sentimos|ops|spiacenti|errore|oeps|helaas|sorry|desculpe|erro|przepraszamy|błąd|エラー|申し訳(?:ありません|ございません))$/iu
