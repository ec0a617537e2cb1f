/** Stop words by language, the most frequent first. The first ones also detect languages, so the order matters. */
const lists: Record<string, string> = {
  en: 'the of and to in is for that on with are this be as it by you from at or your not have was an we our can which their a i all has will been more but if they its were what when who there would about other into than up out how do so no some my them he she his her us may also only these any each over such then just like one had because where being most those now after before between while both through during under own same very here why did does should could me him am too without within every less much many however yet still even until since against upon because s t re ve ll m d',
  de: 'der die und den von zu das mit für auf ist sie im dem nicht ein eine als auch es an werden aus er hat dass wir bei oder einer wird um einen sind noch wie sich des nach in so am über zur zum ich haben durch nur man war kann mehr unsere ihre wenn aber vor unter bis ihr uns sein diese dieser einem eines ihnen ihrem ihren unser wurde alle hier was keine kein mich mir dich dir du da dort doch sowie können muss sehr schon sondern gegen ohne damit denn weil also beim vom ab je dann diesem diesen dieses sollte hatte waren wurden bin bist sei etwa etc',
  fr: 'de la le et les des en un du une que est pour qui dans par plus pas au sur ne se sont ce avec il nous ou son aux cette vous leur ses votre elle mais on être notre comme tout sa ces si fait été nos même où vos y à a ont était lui dont sans leurs peut ainsi entre tous aussi très encore bien avoir ils elles deux après avant depuis sous chez donc afin lors faire toute toutes autres je me mon ma mes te ton ta tes tu quand quel quelle car non oui ici là cet celui celle ceux peu trop moins c d j l m n s t qu',
  es: 'de la que el en y a los del las un por con una para su al es lo como más se no sus este o esta son pero sin entre también si sobre ser ha nos muy desde todo está nuestra cuando hasta hay donde todos puede nuestro le ya fue porque sólo solo han yo mi te tu tus qué e esto estos estas ese esa eso otros otras otro otra uno unos unas cada tiene tienen mismo misma así durante ante contra era eran sido les me ni quien hacer bien tan vez aquí ahora cual usted nuestros nuestras todas parte según tras',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas ao das seu sua ou quando muito nos já também só pelo pela até isso ela entre são você está ser foi pode nosso nossa ele eles elas nem sem mesmo aos seus suas quem me esse essa esses essas num numa este esta estes estas isto aquele aquela qual onde há tem têm todos todas tudo cada ainda depois antes sobre sob contra durante nós te teu tua meu minha lhe lhes era foram será bem assim porque pois então aqui à às eu',
  it: 'di che e la il un per in una sono del non con della le si da dei al alla come più anche gli nel ha delle dal è lo se i ma nella questo questa loro suo dalla tutti o sul cui sua essere a ed ad degli dai alle ai agli nei nelle sulla sui su tra fra ci ne mi ti vi io tu lui lei noi voi chi cosa quando dove perché senza ogni molto poco tutto tutte tutta quello quella questi queste sia sono stato stata stati ho hai hanno era erano può possono solo già ancora poi dopo prima così nostro nostra nostri vostro vostra suoi c d l s dell all nell sull dall un quest',
  nl: 'de van een het en in is dat op te voor met zijn niet aan er om ook als bij maar dan door naar die uit over ze we je wij heeft worden wordt deze of was tot hij kan nog u ik uw hun onze ons ben bent had hebben heb zal zo meer veel wat wie waar hoe dit daar hier zou kunnen moet mag geen wel al alle zich haar hem mijn jouw jij jullie zij werd zonder tussen onder tegen na sinds want omdat toen ander andere iets iemand steeds zeer weer ter',
  pl: 'w i na z się do nie że jest to o jak za od po przez ale są dla tym tak lub czy oraz ich jego jej ze ma tego już który która które może być a co by tylko przy pod nad bez aby ten ta te tej tych był była było były będzie także również jako ja ty my wy on ona ono oni ci go mu mi mnie nas nam was wam sobie więc gdy kiedy gdzie kto dlaczego bardzo każdy wszystko wszystkie nasz nasze twój swoje swój można jeśli żeby u',
  ru: 'и в не на что с по как это для из от к за или его до мы вы все также при так но он у же то они о их а если бы её ее только ещё еще может был была были было быть я ты она оно нас вас нам вам им ему ей них него этот эта эти этого этой этом тот та те того той со во об без под над между через после перед где когда чтобы потому который которая которое которые которых можно нужно есть нет да уже очень более наш наша наши ваш ваша ваши свой свои себя себе мне меня тебя кто чем чего лишь даже там тут здесь',
  uk: 'і в не на що з та для до це як від за у є або його про ми ви також при все але він які який яка буде може їх ще я ти вона воно вони нас вас нам вам їм йому їй цей ця ці цього тієї той ті зі із без під над між через після перед де коли щоб тому можна треба немає так вже дуже більше наш наша наші ваш ваша ваші свій свої себе мене тебе хто чим лише навіть там тут був була були було бути якщо чи о а й',
  bg: 'и на да за се от в с е не по са ще че това като до ви или при към си който но как ние са един една може което които той тя то те аз ти вие му ѝ им ги я го ни нас вас този тази тези тук там след преди без под над между през само още вече много повече както когато където защото ако бъде беше бяха има няма',
  tr: 've bir bu için ile da de olarak daha en çok olan gibi kadar sonra her ne ya ki var o değil ancak göre veya mi mı ise biz siz ben sen onlar bunu şu hem ama çünkü eğer nasıl neden nerede kim hangi tüm bütün bazı hiç olan oldu olur olması edilen eden etmek yok şey bana sana ona bize size üzere önce arasında karşı ayrıca diğer kendi böyle şöyle',
  sv: 'och att det som på är av för med den till inte om har en ett kan ska från var eller vi du så men vid sig han de dig din ditt dina vår våra våra hon hans hennes dem oss er era här där när hur vad vem vilka vilken mycket mer mest alla allt något några ingen inget utan under över mellan efter före genom mot hos bara också även då nu än jag mig min mitt mina skulle hade blir blev bli vara varit in ut upp ner i',
  da: 'og at det er til af på som med for den en ikke der de vi et har kan også eller fra om du ved jeg blev efter hvad meget sig så han hun dem os jer din dit dine vores min mit mine sin sit sine deres hans hendes dette denne disse her når hvor hvordan hvem hvilke mere mest alle alt noget nogle ingen intet uden under over mellem før gennem mod hos bare kun da nu end mig dig vil skal ville skulle havde bliver blive være været var ind ud op ned i men',
  nb: 'og å det er til av på som med for den en ikke de vi et har kan også eller fra om du ved jeg ble etter hva mye seg så han hun dem oss dere din ditt dine vår våre min mitt mine sin sitt sine deres hans hennes dette denne disse her når hvor hvordan hvem hvilke mer mest alle alt noe noen ingen uten under over mellom før gjennom mot hos bare kun da nå enn meg deg vil skal ville skulle hadde blir bli være vært var inn ut opp ned i men',
  fi: 'ja on ei se että myös kun tai niin ovat oli kuin hän mutta joka sekä voi jos mitä ole sen siitä tämä mukaan vain ne he me te minä sinä tämän nämä näiden jotka jonka jossa jolla minun sinun meidän teidän heidän hänen nyt vielä jo aina kaikki kaikkien paljon enemmän hyvin olla olet olen olemme olivat ollut eivät emme et en koska miten missä mikä kuka siellä täällä ennen jälkeen kanssa ilman alle asti tässä siinä',
  cs: 'a se na v je že to s z do i o ve pro jsou jako od by za nebo po při ale tak také který jeho podle která jsme které si ze ke k u co už být byl byla bylo byli bude budou má mají může lze jen ještě více až není když kde kdo jak proč než však tento tato toto tyto ten ta ty tom tím těchto nás vás nám vám náš naše váš vaše svůj své jejich její mezi před pod nad bez aby pokud tedy proto pouze velmi všech všechny můžete máte',
  sk: 'a sa na v je že to s z do aj o vo pre sú ako od by za alebo po pri ale tak tiež ktorý jeho podľa ktorá sme ktoré si zo ku k u čo už byť bol bola bolo boli bude budú má majú môže len ešte viac až nie keď kde kto prečo než však tento táto toto tieto ten tá tie tom tým nás vás nám vám náš naše váš vaše svoj svoje ich jej medzi pred pod nad bez aby ak teda preto iba veľmi všetko všetky',
  hu: 'a az és hogy nem is egy azt meg van mint csak ez de ki még már vagy el ha lehet volt kell sem be fel itt ott ami aki amely akkor így úgy más minden nagyon több ezt ezek azok arra erre annak ennek után előtt között alatt felett nélkül mert amikor ahol hogyan miért mi ti ők én te ő nekem neked neki nekünk lesz lett lenne vannak voltak kell tud szerint által illetve valamint során össze le',
  ro: 'și de în la a cu pe care nu din o un este că mai pentru sau ce se să au fi prin sunt ale dar fost ca al ai lui ei lor noi voi eu tu el ea îi îl le ne vă mă te își unui unei unor acest această aceste acestei aceasta acel acea asta când unde cum cine foarte tot toate toți după înainte între sub peste fără până numai doar încă deja dacă pot poate are am avea era erau va vor si in sa',
  el: 'και το να του η της με που την από για είναι στο τα των τον οι σε ο τη στην θα δεν ότι ή τους ένα μια στα στη στον τις αν αλλά όπως κατά μετά μας σας μου σου αυτό αυτή αυτός αυτά αυτές ως έχει έχουν ήταν υπάρχει μόνο πιο πολύ όλα όλες όλοι κάθε πριν χωρίς μεταξύ πως πότε πού ποιος γιατί όταν ώστε επίσης εδώ εκεί τώρα',
  id: 'yang dan di dengan untuk ini dari dalam pada itu tidak akan adalah juga atau ke oleh kami anda bisa karena ada dapat lebih sebagai saat telah serta para ia kita mereka saya dia kamu sudah belum bukan seperti agar jika bila ketika hanya masih lagi sangat semua setiap banyak beberapa antara setelah sebelum hingga sampai secara tersebut yaitu namun tetapi maka pun apa siapa mengapa bagaimana di mana',
  vi: 'và của là có cho được trong với không một các những để này khi đã người từ đến như cũng về bạn tại sẽ hay hoặc trên vào ra nhiều rất thì mà còn bị do nếu vì sau trước đó đây chỉ nên phải lại nhất hơn bởi chúng tôi ta họ anh chị ở theo qua lên xuống nhưng vẫn đang',
  ca: 'de la i el que en per amb a un del les una els és al no es com més o són dels ha va ser aquest aquesta també però si seva seu les hi tot pel pels què qui quan on molt sense entre fins des sobre cada altres nosaltres vostè aquests aquestes seus seves han era fer ens us em et li ho ja només',
  hr: 'je i u da se na su za od s koji kao a o sa do ne ili te što će koja iz biti može po bi koje samo nije više ako ali smo ste sam bio bila bilo bili ima imaju sve svi ovaj ova ovo taj ta to tako kako gdje kada tko zašto jer već još vrlo nakon prije između bez pod nad kod prema naš naša naše vaš vaše svoj svoje njegov njihov mi vi oni on ona',
  ar: 'في من على إلى أن عن التي هذا مع هذه الذي ما لا كان أو بين كل ذلك بعد قد لم إن كما هو هي ثم حيث عند غير أي حتى و أنت نحن هم كانت يكون تكون قبل خلال لكن إذا منذ فقط أيضا جميع بعض كيف متى أين لماذا عليه عليها به بها له لها فيه فيها منه منها إليه',
  fa: 'و در به از که این را با است برای آن یک خود تا بر هم نیز می شود شده باشد هر یا ما شما آنها او من اگر همه بود کرد شد دارد دارند می‌شود می‌کند ها های ای بین پس پیش بدون بیش فقط باید چه چرا کجا چگونه بسیار دیگر',
  he: 'של את על לא זה עם הוא כל גם או אם כי היא יש יותר אל אני מה אבל לכם לנו רק עוד היה הם ב ל ה ו אתה אתם אנחנו הן זו זאת אלה כמו בין אחרי לפני ללא עד כאשר איך למה מי איפה שלנו שלכם שלו שלה ניתן אין להיות',
  hi: 'के में है की को से का और हैं पर यह इस एक ने भी कि लिए नहीं तो कर या जो हो था ही वह उस अपने कुछ साथ गया किया रहे रहा सकते सकता होता होती थे थी हम आप मैं वे इन उन जब तक बाद पहले बहुत सभी अधिक',
  ko: '및 수 등 이 그 저 것 더 있는 있습니다 합니다 하는 위한 위해 대한 통해 있다 할 한 된 또는 그리고 그러나 하지만 때 모든 이런 저런 우리 당신 제 내 의 를 을 는 은 가 에 에서 로 으로 도 만 와 과',
  ja: 'の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく しかし について せ だっ できる それ う ので なお のみ でき き つ における および いう さらに でも ら たり その他 に関する たち ます ん なら です ました ください ません',
  zh: '的 了 在 是 和 有 不 我 们 我们 你 你们 您 他 她 它 他们 这 这个 那 那个 这些 那些 与 或 及 等 为 为了 以 以及 对 对于 从 到 于 由 中 上 下 也 都 就 而 但 但是 并 并且 被 把 将 会 可以 可 能 能够 要 需要 如果 因为 所以 其 其他 更 最 很 一 一个 一种 没有 还 还是 通过 进行 根据 後 後面 個 們 我們 這 為 與 會 對 從 還 沒有 這個',
  th: 'ที่ และ ใน ของ มี เป็น ได้ การ ให้ จะ ไม่ ว่า กับ หรือ จาก ความ ก็ แล้ว โดย เพื่อ ไป มา นี้ นั้น คือ ต้อง ซึ่ง เมื่อ ทั้ง อยู่ อย่าง ถ้า แต่ ยัง กว่า ด้วย ทำ คุณ เรา ผู้ มาก ทุก แต่ละ เขา อีก ถึง สามารถ',
}

/** Languages with only enough words to be detected. */
const shortLists: Record<string, string> = {
  et: 'ja on ei et see oma kui mis ka või ning kes aga siis oli kõik mida seda nii sest',
  lv: 'un ir no ar par kas uz ka vai lai tas to pie kā tiek gan arī bet',
  lt: 'ir yra su kad į iš tai bei kaip ar už apie bet nuo prie jūs tik gali',
  sl: 'in je za na se da v so z ki ne pa tudi kot od ali po pri bo lahko če smo ter saj',
  is: 'og að er í á sem við til um með ekki það af fyrir en var eru',
  af: 'die en van in is het nie dat om te vir met op wat ons sal ook aan jou hulle',
  gl: 'de e que a o en do da unha un os as para por con non se como máis ao',
  eu: 'eta da ez bat dira izan egin duen den zen edo baina hau',
  sq: 'dhe të në e për me një që nga është si më se ka nuk',
  ms: 'yang dan untuk di dengan anda ini kami dalam atau tidak pada oleh akan boleh ialah adalah kepada lebih',
  sr: 'и у је да на се за од са не су који као што или',
  mk: 'и на во да се од за со е не ќе што како ги или',
  be: 'і ў не на з што у як для па гэта да ад',
}

const sets = new Map(Object.entries(lists).map(([language, list]) => [language, new Set(list.split(' '))]))

/** Returns null for a language without a list. */
export const stopWordsOf = (language: string): ReadonlySet<string> | null => sets.get(language) ?? null

/** Number of words per language that vote for it. */
const votingWords = 24

/** Languages by each of their most frequent words. */
export const languagesByWord: ReadonlyMap<string, readonly string[]> = groupByWord()

function groupByWord() {
  const byWord = new Map<string, string[]>()
  for (const [language, list] of Object.entries({ ...lists, ...shortLists })) {
    for (const word of list.split(' ', votingWords)) {
      const languages = byWord.get(word)
      if (languages) languages.push(language)
      else byWord.set(word, [language])
    }
  }
  return byWord
}
