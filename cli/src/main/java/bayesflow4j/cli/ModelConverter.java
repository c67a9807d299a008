package bayesflow4j.cli;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Models;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A model named on the command line, such as {@code sir} or {@code sir:iota=0}. */
final class ModelConverter implements ITypeConverter<GenerativeModel> {
    @Override
    public GenerativeModel convert(String name) {
        try {
            return Models.named(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
