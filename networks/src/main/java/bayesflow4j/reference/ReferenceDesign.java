package bayesflow4j.reference;

import java.util.Map;

/** How posteriors are read off a table of simulations: the section {@code abc} of a model file. */
public sealed interface ReferenceDesign permits NearestDesign, TreesDesign {
    /** The table. */
    TableDesign table();

    /** All settings by name, values as {@link bayesflow4j.storage.Json} has them. */
    Map<String, Object> written();
}
