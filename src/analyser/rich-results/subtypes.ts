const words = (text: string) => text.trim().split(/\s+/)

/** Subtypes of the types that Google names, which are treated alike. */
export const articles =
  words(`Article NewsArticle BlogPosting AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle
  OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle LiveBlogPosting Report SatiricalArticle ScholarlyArticle
  MedicalScholarlyArticle TechArticle AdvertiserContentArticle`)

export const events = words(`Event BusinessEvent ChildrensEvent ComedyEvent DanceEvent EducationEvent EventSeries
  ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent
  VisualArtsEvent`)

export const localBusinesses =
  words(`LocalBusiness AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer
  AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer MotorcycleRepair ChildCare Dentist DryCleaningOrLaundry
  EmergencyService FireStation Hospital PoliceStation EmploymentAgency EntertainmentBusiness AdultEntertainment AmusementPark
  ArtGallery Casino ComedyClub MovieTheater NightClub FinancialService AccountingService AutomatedTeller BankOrCreditUnion
  InsuranceAgency FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant
  Winery GovernmentOffice PostOffice HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
  HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber
  RoofingContractor InternetCafe LegalService Attorney Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel
  Resort SkiResort MedicalBusiness CommunityHealth Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic
  CovidTestingFacility Midwifery Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician
  IndividualPhysician PhysiciansOffice Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth
  ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley
  ExerciseGym GolfCourse PublicSwimmingPool SportsClub StadiumOrArena TennisComplex Store BikeStore BookStore ClothingStore
  ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore
  HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore
  OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore TelevisionStation
  TouristInformationCenter TravelAgency VeterinaryCare`)

export const organizations =
  words(`Organization Airline Consortium Cooperative Corporation EducationalOrganization CollegeOrUniversity
  ElementarySchool HighSchool MiddleSchool Preschool School FundingScheme GovernmentOrganization LibrarySystem MedicalOrganization NGO
  NewsMediaOrganization OnlineBusiness OnlineStore OnlineMarketplace PerformingGroup DanceGroup MusicGroup TheaterGroup PoliticalParty
  Project FundingAgency ResearchProject ResearchOrganization SearchRescueOrganization SportsOrganization SportsTeam WorkersUnion`)

/** Cars and the like are left out. Google treats them as products only if they are declared as both. */
export const products = words('Product IndividualProduct ProductModel SomeProducts')

export const reviews = words('Review CriticReview UserReview EmployerReview')

/** Types whose rating Google shows, although they have no rich result of their own. */
export const reviewed =
  words(`Book Audiobook Course CreativeWorkSeason TVSeason RadioSeason PodcastSeason CreativeWorkSeries TVSeries
  RadioSeries BookSeries MovieSeries PodcastSeries VideoGameSeries Episode TVEpisode RadioEpisode PodcastEpisode Game VideoGame Movie
  MediaObject MusicPlaylist MusicAlbum MusicRecording`)

export const applications = words('SoftwareApplication MobileApplication WebApplication')

/** Offers with a price of their own. AggregateOffer, which schema.org makes a kind of Offer, has others' prices. */
export const offers = words('Offer OfferForLease OfferForPurchase')
