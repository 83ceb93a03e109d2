import { plainName } from '../../lib/sheet/header';

export type ImportKind = 'branch' | 'hr';

export type ImportField =
  | 'companyName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'location'
  | 'companyAddress'
  | 'taxOffice'
  | 'taxOfficeNumber'
  | 'commercialTitle'
  | 'website';

/** The fields of a row, in the order of the form. */
export const IMPORT_FIELDS: Record<ImportKind, readonly ImportField[]> = {
  branch: [
    'companyName',
    'firstName',
    'lastName',
    'email',
    'location',
    'companyAddress',
    'taxOffice',
    'taxOfficeNumber',
    'commercialTitle',
    'website',
  ],
  hr: ['firstName', 'lastName', 'email'],
};

const REQUIRED: readonly ImportField[] = ['companyName', 'firstName', 'lastName', 'email', 'location'];

export const isRequired = (field: ImportField): boolean => REQUIRED.includes(field);

/** The column of the file that holds a field; null when the file has none. */
export interface ColumnChoice {
  field: ImportField;
  column: number | null;
}

/** What people call the columns in Turkish, English and Spanish, folded; the best name first. */
const NAMES: Record<ImportField, readonly string[]> = {
  companyName: [
    ...['sube adi', 'sube', 'magaza adi', 'magaza', 'isletme adi', 'firma adi', 'sirket adi'],
    ...['branch name', 'branch', 'store name', 'store', 'company name', 'company'],
    ...['nombre de la sucursal', 'sucursal', 'tienda', 'nombre de la empresa', 'empresa'],
  ],
  firstName: ['ad', 'adi', 'isim', 'yetkili adi', 'first name', 'given name', 'name', 'nombre', 'nombres'],
  lastName: [
    ...['soyad', 'soyadi', 'soyisim', 'soy isim', 'yetkili soyadi'],
    ...['last name', 'surname', 'family name', 'apellido', 'apellidos'],
  ],
  email: [
    ...['e posta', 'eposta', 'e posta adresi', 'eposta adresi', 'email adresi', 'mail adresi', 'mail'],
    ...['email', 'e mail', 'email address', 'e mail address'],
    ...['correo electronico', 'correo', 'direccion de correo'],
  ],
  location: [
    ...['konum', 'yer', 'semt', 'ilce', 'sehir', 'il'],
    ...['location', 'place', 'district', 'town', 'city'],
    ...['ubicacion', 'lugar', 'distrito', 'localidad', 'ciudad'],
  ],
  companyAddress: [
    ...['sirket adresi', 'acik adres', 'adres', 'company address', 'street address', 'address'],
    ...['direccion de la empresa', 'direccion', 'domicilio'],
  ],
  taxOffice: [
    ...['vergi dairesi', 'tax office'],
    ...['oficina tributaria', 'oficina de impuestos', 'administracion tributaria', 'oficina fiscal'],
  ],
  taxOfficeNumber: [
    ...['vergi numarasi', 'vergi no', 'vergi kimlik no', 'vkn'],
    ...['tax number', 'tax no', 'tax id', 'numero fiscal', 'numero de identificacion fiscal', 'nif', 'cif'],
  ],
  commercialTitle: [
    ...['ticari unvan', 'unvan', 'commercial title', 'legal name', 'trade name'],
    ...['razon social', 'titulo comercial', 'nombre comercial'],
  ],
  website: ['web sitesi', 'internet sitesi', 'website', 'web site', 'web', 'sitio web', 'pagina web'],
};

/** Every name that people use for a column. */
export const COLUMN_NAMES: readonly string[] = Object.values(NAMES).flat();

/** Finds the column of each field by its name in any of the three languages. No column serves two fields. */
export const matchColumns = (header: readonly string[], fields: readonly ImportField[]): ColumnChoice[] => {
  const names = header.map(plainName);
  const taken = new Set<number>();
  return fields.map((field) => {
    const column = NAMES[field].map((name) => names.indexOf(name)).find((at) => at >= 0 && !taken.has(at));
    if (column !== undefined) taken.add(column);
    return { field, column: column ?? null };
  });
};
